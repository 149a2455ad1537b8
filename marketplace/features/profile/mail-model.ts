/** Which kinds of mail come: shown at once, taken back when the server refuses. No React. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt, sayFailure } from '#marketplace/platform/attempt.ts'
import type { Api } from '#shared/api/client.ts'
import { MAIL_TYPES, type MailType, unsubscribe } from '#shared/contract/profile.ts'

export const MAIL_WORDS: Readonly<Record<MailType, { label: string; text: string }>> = {
  deals_digest: { label: 'Deals digests', text: 'Several new deals of a seller in one mail.' },
  blast: { label: 'Blasts', text: 'One new deal, as soon as a seller sends it out.' },
  buy_box_matches: { label: 'Buy box matches', text: 'Deals that match your buy box.' },
  saved_searches: { label: 'Saved searches', text: 'New deals in a search you saved.' },
  price_drops: { label: 'Price drops', text: 'A deal you saved costs less.' },
  deal_status: { label: 'Saved deals', text: 'A deal you saved is pending, sold or back.' },
  messages: { label: 'Unread messages', text: 'A seller wrote and you have not read it.' },
  reviews: { label: 'Reviews', text: 'Somebody reviewed you or answered your review.' },
  reminders: { label: 'Reminders', text: 'Open houses and what you left unfinished.' },
}

export interface MailModel {
  readonly off: ReadonlySignal<ReadonlySet<string>>
  readonly isBusy: ReadonlySignal<boolean>
  readonly problem: ReadonlySignal<string | null>
  set(type: MailType, isOn: boolean): Promise<boolean>
  setAll(isOn: boolean): Promise<boolean>
}

export interface MailDeps {
  api: Api
  /** What is off now. */
  off: readonly string[]
  refresh: () => Promise<void>
}

export function createMailModel({ api, off: known, refresh }: MailDeps): MailModel {
  const off = signal<ReadonlySet<string>>(new Set(known))
  const isBusy = signal(false)
  const problem = signal<string | null>(null)

  async function run(types: readonly MailType[], isOn: boolean, call: Promise<unknown>): Promise<boolean> {
    const before = off.peek()
    off.value = switched(before, types, isOn)
    problem.value = null
    isBusy.value = true
    const result = await attempt(call)
    isBusy.value = false
    if (result.kind === 'done') {
      void refresh()
      return true
    }
    // Only these: another switch may have been pressed meanwhile.
    for (const type of types) off.value = switched(off.peek(), [type], !before.has(type))
    const { fields, message } = sayFailure(result.failure)
    problem.value = message ?? Object.values(fields)[0] ?? null
    return false
  }

  return {
    off,
    isBusy,
    problem,
    set: (type, isOn) =>
      run([type], isOn, api(unsubscribe, { body: { scope: 'type', type, is_subscribed: isOn } })),
    setAll: (isOn) =>
      run(MAIL_TYPES, isOn, api(unsubscribe, { body: { scope: 'all', is_subscribed: isOn } })),
  }
}

function switched(off: ReadonlySet<string>, types: readonly string[], isOn: boolean): ReadonlySet<string> {
  const next = new Set(off)
  for (const type of types)
    if (isOn) next.delete(type)
    else next.add(type)
  return next
}
