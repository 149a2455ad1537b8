/** Says live, and to buyers by mail, what has become of a review. Words of a review leave the house only once it is shown. */
import type { Background } from '#server/account/background.ts'
import type { Database } from '#server/database/open.ts'
import type { Site } from '#server/http/site.ts'
import { type News, notify, writeNews } from '#server/notifications/notify.ts'
import type { Parts } from '#server/parts.ts'
import type { Broadcaster } from '#server/realtime/broadcaster.ts'
import { patiently } from '#server/realtime/patiently.ts'
import { accountChannel, customerChannel, reviewUpdated } from '#shared/contract/events.ts'
import { zonedDay } from '#shared/format/visit-time.ts'
import type { ReviewRow } from './queries.ts'

export interface ReviewTelling {
  db: Database
  broadcaster: Broadcaster
  prefix: string
  parts: Parts
  site: Site
  background: Background
}

/** To both sides: that there is news of it, not what. */
export async function tellReview(
  { broadcaster, prefix }: Pick<ReviewTelling, 'broadcaster' | 'prefix'>,
  { id, about, account_id, customer_id }: Pick<ReviewRow, 'id' | 'about' | 'account_id' | 'customer_id'>,
): Promise<void> {
  await patiently([
    broadcaster.broadcast(customerChannel(prefix, customer_id), reviewUpdated, { id, about }),
    broadcaster.broadcast(accountChannel(prefix, account_id), reviewUpdated, { id, about }),
  ])
}

/** To a buyer who is its subject, in the transaction that shows it. */
export async function writeShownNews(trx: Database, row: ReviewRow): Promise<void> {
  if (row.about !== 'customer') return
  await writeNews(trx, [
    newsOf(row, {
      about: 'shown',
      subject: `${row.account_title || 'A seller'} reviewed you`,
      paragraphs: ['A seller has reviewed you. Read it, and respond if you like.'],
      label: 'Read the review',
    }),
  ])
}

/** To a buyer whose own review is waited for. */
export function mailWaiting(deps: ReviewTelling, row: ReviewRow): void {
  if (row.about !== 'customer') return
  const day = zonedDay(row.published_at.getTime(), 'UTC')
  tell(deps, row, {
    about: 'waits',
    subject: `${row.account_title || 'A seller'} reviewed you`,
    paragraphs: [
      `A seller has reviewed you. You can read it once you have reviewed them too, at the latest on ${day}.`,
    ],
    label: 'Write your review',
  })
}

/** To a buyer whose review was responded to. */
export function mailResponse(deps: ReviewTelling, row: ReviewRow): void {
  if (row.about !== 'account') return
  tell(deps, row, {
    about: 'response',
    subject: `${row.account_title || 'A seller'} responded to your review`,
    paragraphs: ['The seller has responded to your review.'],
    label: 'Read the response',
    tab: 'written',
  })
}

interface Said {
  /** Names it among what is told of a review. */
  about: string
  subject: string
  paragraphs: string[]
  label: string
  tab?: 'written'
}

/** In the bell, and by mail unless such mails are turned off. */
function tell(deps: ReviewTelling, row: ReviewRow, said: Said): void {
  deps.background.run('news of a review', () => notify(deps, [newsOf(row, said)]))
}

const newsOf = (
  { id, customer_id: customerId }: ReviewRow,
  { about, subject, paragraphs, label, tab }: Said,
): News => ({
  ...{ customerId, type: 'review', key: `review ${id} ${about}` },
  ...{ title: subject, body: paragraphs.join(' '), label },
  url: `/profile/reviews${tab ? '?tab=written' : ''}`,
})
