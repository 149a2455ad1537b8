/** What is wrong in the end: compares every tab with the database. An empty list is what the product promises. */
import type { TrueMessage, Truth } from './house.ts'
import { rowsOf, type SoakTab } from './soak-tab.ts'

/** What a tab shows of its open conversation and of its list, against the server's. */
export function faultsOf(tab: SoakTab, truth: Truth): string[] {
  const store = tab.store()
  if (!store) return [`${tab.name} is ${tab.phase()}`]
  const faults = [...listFaults(tab, truth), ...threadFaults(tab, truth)]
  const phase = store.connection.peek().phase
  if (phase !== 'live') faults.push(`the line is ${phase}`)
  return faults.map((fault) => `${tab.name}: ${fault}`)
}

function listFaults(tab: SoakTab, { chats }: Truth): string[] {
  const rows = tab.store()?.conversations.all.peek() ?? []
  const faults: string[] = []
  const shown = rows.map(({ id }) => id).join()
  const wanted = chats.map(({ accountId }) => accountId).join()
  if (shown !== wanted) faults.push(`the list is ${shown}, not ${wanted}`)
  for (const { accountId, unread } of chats) {
    const row = rows.find(({ id }) => id === accountId)
    if (row && row.unreadCount !== unread)
      faults.push(`conversation ${accountId} counts ${row.unreadCount} unread, not ${unread}`)
  }
  const total = chats.reduce((sum, chat) => sum + chat.unread, 0)
  const told = tab.events.findLast((event) => event.type === 'unread')
  if (told?.type === 'unread' && told.count !== total) faults.push(`the page was told ${told.count} unread`)
  return faults
}

/** What is loaded is the end of the thread, without a gap, in order, and each message once. */
function threadFaults(tab: SoakTab, { messages, chats }: Truth): string[] {
  const store = tab.store()
  const accountId = store?.selected.peek()?.id
  if (!store || accountId === undefined) return ['no conversation is open']
  const { load, hasOlder } = store.thread
  if (load.peek().phase !== 'ready') return [`the thread is ${load.peek().phase}`]
  const faults: string[] = []
  const all = messages.get(accountId) ?? []
  const rows = rowsOf(store)
  const shown = rows.flatMap((row) => (row.kind === 'message' ? [row.message] : []))
  const wanted = all.slice(Math.max(0, all.length - shown.length))
  const isSame = shown.every((message, at) => message.id === wanted[at]?.id)
  if (!isSame || shown.length > all.length)
    faults.push(`the thread shows ${idsOf(shown)}, the server has ${idsOf(all)}`)
  if (!hasOlder.peek() && shown.length < all.length)
    faults.push(`the thread ends at ${shown.length} of ${all.length} messages`)
  const last = all.at(-1)
  const row = store.selected.peek()
  if (last && row && row.message !== last.body)
    faults.push(`the preview is “${row.message}”, not “${last.body}”`)
  const unsettled = rows.filter((each) => each.kind === 'outgoing' && each.outgoing.state !== 'failed')
  if (unsettled.length > 0) faults.push(`the fate of ${unsettled.length} sends is not known`)
  const keys = new Set(all.map(({ key }) => key))
  for (const each of rows)
    if (each.kind === 'outgoing' && keys.has(each.outgoing.clientId))
      faults.push(`“${each.outgoing.text}” shows as ${each.outgoing.state}, but the server has it`)
  const duplicate = rows.find((each, at) => rows.findIndex(({ key }) => key === each.key) !== at)
  if (duplicate) faults.push(`two rows have the key ${duplicate.key}`)
  const chat = chats.find((each) => each.accountId === accountId)
  if (chat && chat.lastMessageId !== (last?.id ?? null))
    faults.push('the server itself lost its last message')
  return faults
}

const idsOf = (list: readonly { id: number }[]) => `[${list.slice(-40).map(({ id }) => id)}]`

export interface Books {
  /** Sends of tabs that still live, and how many of them show as failed with their text. */
  readonly living: readonly { accountId: number; text: string }[]
  readonly failed: readonly { accountId: number; text: string }[]
  /** Sends of tabs that are gone: each may have arrived or not, but not twice. */
  readonly gone: readonly { accountId: number; text: string }[]
  /** Sends that a server without keys may have taken once more. */
  readonly late: readonly { accountId: number; text: string }[]
  /** What other devices wrote. */
  readonly elsewhere: readonly { accountId: number; text: string }[]
  /** Sends that a person withdrew to send another text. */
  readonly withdrawn: readonly { accountId: number; text: string }[]
}

/** Every send is on the server once, or failed before the person's eyes. */
export function sendFaults(books: Books, { messages }: Truth): string[] {
  const all = [...messages.values()].flat().filter(isCustomersNew)
  const places = new Set([...all.map(placeOf), ...books.living.map(placeOf), ...books.gone.map(placeOf)])
  const count = (list: readonly { accountId: number; text?: string; body?: string }[], place: string) =>
    list.filter((each) => placeOf(each) === place).length
  return [...places].flatMap((place) => {
    const there = count(all, place) - count(books.elsewhere, place)
    const least = count(books.living, place) - count(books.failed, place) - count(books.withdrawn, place)
    const most = least + count(books.gone, place) + count(books.late, place)
    if (there >= least && there <= most) return []
    return [
      `${place} is on the server ${there} times, should be ${least}${most > least ? ` to ${most}` : ''}`,
    ]
  })
}

const isCustomersNew = (message: TrueMessage) => message.isFromCustomer && !message.body.startsWith('old ')

const placeOf = (each: { accountId: number; text?: string; body?: string }) =>
  `“${each.text ?? each.body ?? ''}” of ${each.accountId}`
