/** Tells a buyer how the seller answered their address request. In the transaction of the answer; the address itself is not in it. */
import type { Database } from '#server/database/open.ts'
import { writeNews } from '#server/notifications/notify.ts'
import type { RequestRow } from './queries.ts'
import { publicPlace } from './wire.ts'

export async function writeRequestNews(trx: Database, row: RequestRow): Promise<void> {
  const isGranted = row.state === 'granted'
  const place = publicPlace(row)
  await writeNews(trx, [
    {
      ...{ customerId: row.customer_id, propertyId: row.property_id, type: 'address_request' },
      key: `request ${row.id} ${row.state}`,
      title: isGranted ? `You may see the address in ${place}` : `The address in ${place} was not given`,
      body: isGranted ? 'The seller granted your request.' : row.reason,
      ...{ url: `/property/${row.property_id}`, label: 'Open the deal' },
    },
  ])
}
