/** A long conversation out of a seeded generator: short visits of a few messages, days apart, with a card now and then. */
import type { Moment } from './moments.ts'
import type { Random } from './random.ts'
import type { DemoMessage } from './world.ts'

export interface LongThread {
  customer: string
  account: string
  /** Deals a seller puts on a message once in a while. */
  deals: readonly [string, ...string[]]
  /** When the last message was sent, and what it says. */
  endsAt: Moment
  lastWords: string
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** However many messages there are, the thread starts at most this long before its end. */
const LONGEST_MS = 900 * DAY_MS
const USUAL_GAP_MS = 20 * 60 * MINUTE_MS
const MESSAGES_PER_VISIT = 5

const STREETS = [
  'Avenue F',
  'Lyons',
  'Hutcheson',
  'Gillespie',
  'Solo',
  'Cline',
  'Crane',
  'Kress',
  'Orange',
  'Wipprecht',
] as const
const TRADES = [
  'roofer',
  'plumber',
  'foundation guy',
  'electrician',
  'surveyor',
  'title officer',
  'inspector',
] as const
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

type Words = (say: Random) => string
const money = (say: Random, low: number, high: number) =>
  `$${say.between(low, high).toLocaleString('en-US')},${say.pick(['000', '500'])}`
const house = (say: Random) => `${say.between(100, 7_900)} ${say.pick(STREETS)}`

const SELLER: readonly [Words, ...Words[]] = [
  (say) => `${house(say)} just came in at ${money(say, 92, 210)}.`,
  (say) => `The ${say.pick(TRADES)} can be there ${say.pick(DAYS)} at ${say.between(8, 11)}.`,
  (say) => `Seller took ${money(say, 92, 210)} off, wants to close by ${say.pick(DAYS)}.`,
  () => 'Vacant, on lockbox.',
  () => 'Title is clear.',
  (say) =>
    `Comps on ${say.pick(STREETS)}: ${money(say, 150, 190)}, ${money(say, 190, 240)} and one outlier at ${money(say, 250, 290)} that was fully redone, new kitchen, both baths, floors throughout. I would not count on that one.`,
  (say) => `Photos: https://example.com/albums/${say.between(1_000, 9_999)}`,
  () => 'Yes.',
  (say) =>
    `Repairs, roughly:\nroof ${money(say, 7, 12)}\nAC ${money(say, 4, 8)}\nkitchen ${money(say, 9, 18)}`,
  (say) => `Two other buyers walked it. I hold it for you until ${say.pick(DAYS)} noon.`,
]
const BUYER: readonly [Words, ...Words[]] = [
  (say) => `Is ${house(say)} still open?`,
  (say) => `I can do ${money(say, 85, 200)}, as is.`,
  (say) => `My ${say.pick(TRADES)} wants in before ${say.pick(DAYS)}.`,
  () => 'Any foundation work done?',
  () => 'Ok',
  () => 'What is the flood history?',
  (say) => `Passing on ${say.pick(STREETS)}, the numbers need another ${money(say, 8, 20)} off.`,
  () =>
    'Send the survey if you have one, and the seller disclosure. I want my lender to look at both before I go hard on the earnest money.',
  (say) => `Can we meet there ${say.pick(DAYS)}?`,
  () => 'Thanks, got it.',
]

/** Exactly `count` messages, oldest first, ending at the thread's last words. None when `count` is 0. */
export function longThread(
  thread: LongThread,
  count: number,
  { nowMs, random }: { nowMs: number; random: Random },
): DemoMessage[] {
  const visits = Math.max(1, count / MESSAGES_PER_VISIT)
  const gapMs = Math.min(USUAL_GAP_MS, LONGEST_MS / visits)
  const messages: DemoMessage[] = []
  let sentAtMs = thread.endsAt(nowMs)
  for (let left = count; left > 0; left -= 1) {
    const isLast = left === count
    messages.push({
      ...(isLast ? lastWords(thread) : randomWords(thread, random)),
      sentAtMs: Math.round(sentAtMs),
    })
    const isNewVisit = random.between(1, MESSAGES_PER_VISIT) === 1
    sentAtMs -= isNewVisit
      ? gapMs * (0.5 + random.next())
      : Math.min(gapMs / 10, random.between(1, 9) * MINUTE_MS)
  }
  return messages.reverse()
}

const plain = { isRead: true, action: null, channel: null, deal: null, offer: null } as const

function lastWords({ customer, account, lastWords }: LongThread): Omit<DemoMessage, 'sentAtMs'> {
  return { ...plain, customer, account, direction: 'outbound', body: lastWords }
}

function randomWords(
  { customer, account, deals }: LongThread,
  random: Random,
): Omit<DemoMessage, 'sentAtMs'> {
  const isSeller = random.next() < 0.55
  const body = random.pick(isSeller ? SELLER : BUYER)(random)
  const deal = isSeller && random.between(1, 14) === 1 ? random.pick(deals) : null
  const isBlast = deal !== null && random.between(1, 2) === 1
  return {
    ...plain,
    customer,
    account,
    direction: isSeller ? 'outbound' : 'inbound',
    body,
    deal,
    action: isBlast ? 'blast' : null,
    channel: isBlast ? random.pick(['sms', 'email']) : null,
  }
}
