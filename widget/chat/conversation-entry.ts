/** One conversation with what is needed to keep its preview and unread count right between list pages and live messages. */
import type { ChatWire } from '#shared/contract/messenger.ts'
import { attachedWords } from '#shared/format/attached-words.ts'
import type { Conversation, Message } from '#shared/thread/model.ts'
import { instantMs, toConversation } from '#shared/thread/translate.ts'

export interface Entry {
  readonly row: Conversation
  /** The message the preview shows. */
  readonly last: Place
  /** The last message of the server's latest word on this conversation: its unread count covers it and all before it. */
  readonly snapshot: Place
  /**
   * Live messages to the customer after the snapshot, so that none is counted twice, and whether each is read by now.
   * The one part that is changed in place: copying it made each message cost more than the one before.
   */
  readonly counted: Map<number, { readonly atMs: number; readonly isRead: boolean }>
  /** Complete reloads in a row that did not bring this conversation. */
  readonly missed: number
}

/** `id` is 0 where the server did not say. */
interface Place {
  readonly atMs: number
  readonly id: number
}

/** The server's latest word. A preview that is newer than it stays, and so do the counts of newer live messages. */
export function fromServer(wire: ChatWire, known: Entry | undefined): Entry {
  const row = toConversation(wire)
  const snapshot = { atMs: instantMs(row.createdAt), id: wire.last_message?.id ?? 0 }
  const counted = new Map(
    [...(known?.counted ?? [])].filter(([id, { atMs }]) => !covers(snapshot, { id, atMs })),
  )
  const unseen = [...counted.values()].filter((each) => !each.isRead).length
  const unreadCount = row.unreadCount + unseen
  const isNewer = known !== undefined && isAfter(known.last, snapshot)
  return {
    row: isNewer ? { ...known.row, name: row.name, logo: row.logo, unreadCount } : { ...row, unreadCount },
    last: isNewer ? known.last : snapshot,
    snapshot,
    counted,
    missed: 0,
  }
}

/** A message of this conversation that came live or as the answer to a send. The same one again changes nothing. */
export function withMessage(entry: Entry, message: Message): Entry {
  const place = { atMs: message.atMs, id: message.id }
  const isOlder = isAfter(entry.last, place)
  const row = isOlder ? entry.row : { ...entry.row, ...preview(message) }
  const last = isOlder ? entry.last : place
  if (message.type === 'inbound' || covers(entry.snapshot, place) || entry.counted.has(message.id))
    return { ...entry, row, last }
  entry.counted.set(message.id, { atMs: message.atMs, isRead: message.isRead })
  return { ...entry, last, row: { ...row, unreadCount: row.unreadCount + (message.isRead ? 0 : 1) } }
}

/**
 * These were read; the count never falls below zero. A mark may overtake the message it is for, which was not counted then and
 * must not be when it comes.
 */
export function withRead(entry: Entry, ids: readonly number[]): Entry {
  const isAhead = aheadOf(entry)
  let lowered = 0
  for (const id of ids) {
    const known = entry.counted.get(id)
    const isOnItsWay = !known && isAhead(id)
    if (!isOnItsWay && !known?.isRead) lowered++
    if (known || isOnItsWay) entry.counted.set(id, { atMs: known?.atMs ?? 0, isRead: true })
  }
  const unreadCount = Math.max(0, entry.row.unreadCount - lowered)
  return { ...entry, row: { ...entry.row, unreadCount } }
}

/**
 * Tells which messages are none of those that the server has counted as unread: later ones than its last, or all when it named
 * no last and counted none.
 */
function aheadOf({ snapshot, counted, row }: Entry): (id: number) => boolean {
  if (snapshot.id !== 0) return (id) => id > snapshot.id
  const live = [...counted.values()].filter((each) => !each.isRead).length
  return () => row.unreadCount <= live
}

/**
 * Its thread was read, in order: all of it, or the newest messages, which say nothing of unread ones further back. What it brings
 * counts as come live, so that the event which tells of it later does not count it again.
 */
export const withThread = (entry: Entry, messages: readonly Message[]): Entry =>
  messages.reduce(withMessage, entry)

/**
 * Whether a thread that was read says another count than its entry. Nobody can tell which of the two set out first: a mark may
 * lie between them.
 */
export function isDoubted(entry: Entry, messages: readonly Message[], isWhole: boolean): boolean {
  const unread = messages.filter(({ type, isRead }) => type === 'outbound' && !isRead).length
  const newest = messages.at(-1)
  const isCurrent = newest ? !isAfter(entry.snapshot, newest) : entry.snapshot.id === 0
  return unread > entry.row.unreadCount || (isWhole && isCurrent && unread < entry.row.unreadCount)
}

/** Without words: the files, else the card's address, as the server's list does. */
const preview = (message: Message) => ({
  action: message.action,
  message: message.message || attachedWords(message.attachments) || (message.property?.address ?? ''),
  messageType: message.type,
  createdAt: message.createdAt,
})

const isAfter = (place: Place, other: Place): boolean =>
  place.atMs > other.atMs || (place.atMs === other.atMs && place.id > other.id)

/** Instants can be coarse and ids can run ahead of scheduled instants: what is later by either is not covered. */
const covers = (snapshot: Place, place: Place): boolean =>
  place.atMs <= snapshot.atMs && (snapshot.id === 0 || place.id <= snapshot.id)

/** Latest message first; conversations without one last. */
export const byLatest = (a: Entry, b: Entry): number =>
  b.last.atMs - a.last.atMs || b.last.id - a.last.id || b.row.key - a.row.key
