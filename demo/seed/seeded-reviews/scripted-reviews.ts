/** The reviews around the ready-made buyer: twelve about her, five by her, one of which still waits for the other side's. */
import { DEALS } from '../deals.ts'
import { customerId, idOf } from '../ids.ts'
import { ACCOUNTS } from '../people.ts'
import type { Row } from '../rows.ts'

export interface ScriptedReview {
  row: Row
  response: string | null
}

interface Line {
  about: 'account' | 'customer'
  account: string
  daysAgo: number
  rating: number
  content: string
  response?: string
  scores?: Readonly<Record<string, number>>
  /** The key of a scripted deal. */
  deal?: string
  isVerified?: boolean
}

const DAY_MS = 24 * 60 * 60_000
const WINDOW_DAYS = 14

const LINES: readonly Line[] = [
  {
    about: 'customer',
    account: 'lone-star',
    daysAgo: 18,
    rating: 5,
    isVerified: true,
    content: 'Dana closed on Rosalie in 18 days, wired early and kept us posted the whole way.',
    response: 'Thank you. Nora made the title hand-off easy.',
  },
  {
    about: 'customer',
    account: 'northline',
    daysAgo: 41,
    rating: 5,
    content: 'Proof of funds on the first message and a clean offer. Would work with again.',
  },
  {
    about: 'customer',
    account: 'sabine-ridge',
    daysAgo: 80,
    rating: 4,
    content: 'Good communication. Walked from one deal after inspection, but told us the same day.',
  },
  {
    about: 'customer',
    account: 'gulf-coast',
    daysAgo: 96,
    rating: 5,
    isVerified: true,
    content: 'Second house Dana bought from us. No drama about the survey, signed the same evening.',
  },
  {
    about: 'customer',
    account: 'bayou-city',
    daysAgo: 121,
    rating: 5,
    content: 'Asks the right questions before the visit instead of after it.',
  },
  {
    about: 'customer',
    account: 'magnolia-oak',
    daysAgo: 150,
    rating: 4,
    content: 'Needed two more days for the inspection than agreed, otherwise easy to work with.',
    response: 'Fair. My inspector was out sick, I should have said so sooner.',
  },
  {
    about: 'customer',
    account: 'piney-woods',
    daysAgo: 190,
    rating: 5,
    content: 'Bought two lots for cash and kept the price we shook hands on.',
  },
  {
    about: 'customer',
    account: 'tidewater',
    daysAgo: 233,
    rating: 5,
    content: 'Came with her contractor, measured everything and made an offer in the driveway.',
  },
  {
    about: 'customer',
    account: 'third-coast',
    daysAgo: 265,
    rating: 3,
    content: 'Countered three times over a thousand dollars. Paid on time in the end.',
  },
  {
    about: 'customer',
    account: 'lone-star',
    daysAgo: 301,
    rating: 5,
    deal: 'caplin',
    content:
      'Walked it the first time it was for sale and told us plainly why not. Good to have in a thread.',
  },
  {
    about: 'customer',
    account: 'gulf-coast',
    daysAgo: 340,
    rating: 4,
    deal: 'beldart',
    content: 'Talked to the tenant before she made an offer. A little slow to answer on weekends.',
  },
  {
    about: 'customer',
    account: 'gulf-coast',
    daysAgo: 388,
    rating: 5,
    deal: 'erastus',
    content: 'Said no within the hour instead of keeping us waiting. That is rarer than it should be.',
  },
  {
    // They have reviewed her for another deal, so this one waits.
    about: 'account',
    account: 'northline',
    daysAgo: 5,
    rating: 4,
    deal: 'hogan',
    content: 'Straight answers about the heirs and the title. The photos were two years old, though.',
    scores: { honest_numbers: 4, communication: 5 },
  },
  {
    about: 'account',
    account: 'sabine-ridge',
    daysAgo: 79,
    rating: 3,
    content: 'The panel and the porch were as written, the roof was not. They took the inspection well.',
    scores: { honest_numbers: 2, communication: 4, access: 4 },
    response: 'We have put the roofer’s report into the papers since. Sorry about that one.',
  },
  {
    about: 'account',
    account: 'magnolia-oak',
    daysAgo: 149,
    rating: 5,
    content: 'Waited two days for my inspector and had the appraisal ready for me.',
    scores: { honest_numbers: 5, communication: 5, access: 5 },
  },
  {
    about: 'account',
    account: 'piney-woods',
    daysAgo: 188,
    rating: 5,
    isVerified: true,
    content: 'Surveyed, staked and as described. The title company was theirs and was quick.',
    scores: { honest_numbers: 5, closing: 5 },
  },
  {
    about: 'account',
    account: 'tidewater',
    daysAgo: 230,
    rating: 4,
    content: 'Elevation certificate was in the papers before I asked. Access took three calls.',
    scores: { honest_numbers: 5, access: 3 },
  },
]

/** About the ready-made buyer; a review of the last 14 days is not shown yet. */
export const scriptedReviews = (nowMs: number): ScriptedReview[] =>
  LINES.map((line) => {
    const writtenMs = nowMs - line.daysAgo * DAY_MS
    const at = new Date(writtenMs).toISOString()
    const isShown = line.daysAgo > WINDOW_DAYS
    const row: Row = {
      about: line.about,
      account_id: idOf(ACCOUNTS, line.account),
      customer_id: customerId('buyer1'),
      property_id: line.deal === undefined ? null : idOf(DEALS, line.deal),
      is_verified_deal: line.isVerified ?? false,
      rating: line.rating,
      scores: line.scores ?? {},
      content: line.content,
      created_at: at,
      published_at: isShown ? at : new Date(writtenMs + WINDOW_DAYS * DAY_MS).toISOString(),
      announced_at: isShown ? at : null,
      edited_at: null,
    }
    return { row, response: line.response ?? null }
  })
