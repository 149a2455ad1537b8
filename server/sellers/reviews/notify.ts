/** Says live, in the bell and by mail, what has become of a review. Words of a review leave the house only once it is shown. */
import type { Background } from '#server/accounts/login/background.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Site } from '#server/core/http/site.ts'
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { withTimeout } from '#server/core/realtime/with-timeout.ts'
import {
  type AccountNotificationDraft,
  buyerNameOf,
  type NotificationDraft,
  notify,
  writeAccountNotification,
  writeNotification,
} from '#server/notifications/centre/notify.ts'
import type { Parts } from '#server/providers/providers.ts'
import { accountChannel, reviewUpdated, sessionChannel } from '#shared/contract/events.ts'
import { links } from '#shared/contract/pages.ts'
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
export async function notifyReview(
  { broadcaster, prefix }: Pick<ReviewTelling, 'broadcaster' | 'prefix'>,
  { id, about, account_id, customer_id }: Pick<ReviewRow, 'id' | 'about' | 'account_id' | 'customer_id'>,
): Promise<void> {
  await withTimeout([
    broadcaster.broadcast(sessionChannel(prefix, customer_id), reviewUpdated, { id, about }),
    broadcaster.broadcast(accountChannel(prefix, account_id), reviewUpdated, { id, about }),
  ])
}

/** To its subject, in the transaction that shows it. */
export async function writeShownNotification(trx: Database, row: ReviewRow): Promise<void> {
  if (row.about === 'account') {
    const { account_id: accountId, id } = row
    const news: AccountNotificationDraft = {
      accountId,
      type: 'review',
      key: `review ${id} shown`,
      title: 'A buyer reviewed you',
      body: 'Read the review, and respond if you like.',
      label: 'Read the review',
      url: links.seller({ kind: 'reviews' }),
    }
    return writeAccountNotification(trx, news)
  }
  await writeNotification(trx, [
    notificationsOf(row, {
      about: 'shown',
      subject: `${row.account_title || 'A seller'} reviewed you`,
      paragraphs: ['A seller has reviewed you. Read it, and respond if you like.'],
      label: 'Read the review',
    }),
  ])
}

/** To its writer, in the transaction that hides it. */
export async function writeHiddenNotification(trx: Database, row: ReviewRow): Promise<void> {
  const body =
    'We hid your review after a report, because it breaks our terms. Other people no longer see it.'
  if (row.about === 'account')
    return void (await writeNotification(trx, [
      notificationsOf(row, {
        about: 'hidden',
        subject: `Your review of ${row.account_title || 'a seller'} was hidden`,
        paragraphs: [body],
        label: 'See your reviews',
        tab: 'written',
      }),
    ]))
  const { account_id: accountId, id } = row
  return writeAccountNotification(trx, {
    accountId,
    type: 'review',
    key: `review ${id} hidden`,
    title: 'Your review of a buyer was hidden',
    body,
    label: 'See your reviews',
    url: links.seller({ kind: 'reviews' }),
  })
}

/** To its subject, whose own review is waited for, in the transaction that writes it. Nothing of the review is in it. */
export async function writeWaitingNotification(trx: Database, row: ReviewRow): Promise<void> {
  const day = zonedDay(row.published_at.getTime(), 'UTC')
  if (row.about === 'account') return writeWaitingForSeller(trx, row, day)
  await writeNotification(trx, [
    notificationsOf(row, {
      about: 'waits',
      subject: `${row.account_title || 'A seller'} reviewed you`,
      paragraphs: [
        `A seller has reviewed you. You can read the review once you have reviewed them too, or else on ${day}.`,
      ],
      label: 'Write your review',
    }),
  ])
}

/** Without an offer there is no deal for which the seller could review the buyer. */
async function writeWaitingForSeller(trx: Database, row: ReviewRow, day: string): Promise<void> {
  const { account_id: accountId, id, offer_id, customer_id } = row
  await writeAccountNotification(trx, {
    accountId,
    type: 'review',
    key: `review ${id} waits`,
    title: `${await buyerNameOf(trx, customer_id)} reviewed you`,
    body:
      offer_id === null
        ? `You can read the review on ${day}.`
        : `You can read the review once you have reviewed the buyer too, or else on ${day}.`,
    label: offer_id === null ? 'Open your reviews' : 'Write your review',
    url: links.seller({ kind: 'reviews' }),
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

interface ReviewNotice {
  /** Names it among what is told of a review. */
  about: string
  subject: string
  paragraphs: string[]
  label: string
  tab?: 'written'
}

/** In the bell, and by mail unless such mails are turned off. */
function tell(deps: ReviewTelling, row: ReviewRow, said: ReviewNotice): void {
  deps.background.run('news of a review', () => notify(deps, [notificationsOf(row, said)]))
}

const notificationsOf = (
  { id, customer_id: customerId }: ReviewRow,
  { about, subject, paragraphs, label, tab }: ReviewNotice,
): NotificationDraft => ({
  customerId,
  type: 'review',
  key: `review ${id} ${about}`,
  title: subject,
  body: paragraphs.join(' '),
  label,
  url: tab ? links.writtenReviews() : links.profile('reviews'),
})
