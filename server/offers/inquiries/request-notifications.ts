/**
 * Tells a seller of a buyer's address request or question, and the buyer how their request was answered. In the transaction of the
 * question or the answer.
 */
import type { Database } from '#server/core/database/open.ts'
import {
  buyerNameOf,
  writeAccountNotification,
  writeNotification,
} from '#server/notifications/centre/notify.ts'
import { links } from '#shared/contract/pages.ts'
import type { RequestRow } from './queries.ts'
import { publicPlace, trueAddress } from './wire.ts'

/** Of a request that waits for an answer, and of every question. */
export async function writeAskedNotification(trx: Database, row: RequestRow): Promise<void> {
  const isQuestion = row.type === 'inquiry'
  if (!isQuestion && row.state !== 'pending') return
  const [buyer, place] = [await buyerNameOf(trx, row.customer_id), trueAddress(row)]
  await writeAccountNotification(trx, {
    accountId: row.account_id,
    type: isQuestion ? 'question' : 'address_request',
    key: `asked ${row.id}`,
    title: isQuestion
      ? `${buyer} has a question about ${place}`
      : `${buyer} asks for the address of ${place}`,
    body: row.message,
    url: links.seller({ kind: 'conversation', customerId: row.customer_id }),
    label: isQuestion ? 'Answer the question' : 'Look at the request',
  })
}

/** The address itself is not in it. */
export async function writeRequestNotification(trx: Database, row: RequestRow): Promise<void> {
  const isGranted = row.state === 'granted'
  const place = publicPlace(row)
  await writeNotification(trx, [
    {
      customerId: row.customer_id,
      propertyId: row.property_id,
      type: 'address_request',
      key: `request ${row.id} ${row.state}`,
      title: isGranted ? `You can now see the address in ${place}` : `The address in ${place} was not shared`,
      body: isGranted ? 'The seller granted your request.' : row.reason,
      url: links.deal(row.property_id),
      label: 'Open the deal',
    },
  ])
}
