/** The whole demo world as plain data. Pure: the same seed, size and moment make the same world. */
import { scriptedMessages } from './conversations.ts'
import { DEALS } from './deals.ts'
import { type LongThread, longThread } from './long-thread.ts'
import { daysAgo } from './moments.ts'
import { ACCOUNTS, CUSTOMERS, MEMBERS } from './people.ts'
import { seededRandom } from './random.ts'
import { offerMessages } from './seeded-offers/offer-messages.ts'
import type { World } from './world.ts'

export interface WorldSize {
  /** How many messages each of the long threads has. */
  messages: number
  nowMs: number
  seed?: number
}

const SEED = 1_845

const LONG_THREADS: readonly LongThread[] = [
  {
    customer: 'buyer1',
    account: 'third-coast',
    deals: ['avenue-f', 'lyons'],
    endsAt: daysAgo(41, '16:34'),
    lastWords: 'Our title company wires the same day if you sign before noon.',
  },
  {
    customer: 'buyer2',
    account: 'sabine-ridge',
    deals: ['providence'],
    endsAt: daysAgo(1, '12:18'),
    lastWords: 'Then Thursday. Bring the check, I bring the keys.',
  },
]

export function makeWorld({ messages, nowMs, seed = SEED }: WorldSize): World {
  const long = LONG_THREADS.flatMap((thread, index) =>
    longThread(thread, messages, { nowMs, random: seededRandom(seed + index) }),
  )
  return {
    accounts: ACCOUNTS,
    members: MEMBERS,
    customers: CUSTOMERS,
    deals: DEALS,
    messages: [...scriptedMessages(nowMs), ...offerMessages(nowMs), ...long],
  }
}
