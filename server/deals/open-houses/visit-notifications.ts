/** What somebody who registered for an open house is told of it, beside the words in the thread; and what its seller is. */
import type { Database } from '#server/core/database/open.ts'
import {
  buyerNameOf,
  type NotificationDraft,
  writeAccountNotification,
} from '#server/notifications/centre/notify.ts'
import { links } from '#shared/contract/pages.ts'
import { zonedDay, zonedTimes } from '#shared/format/visit-time.ts'
import { type OpenHouseRow, openHouseById } from './queries.ts'

export interface Visit {
  /** Names it among what is told of one open house. */
  about: string
  title: string
  body?: string | null
  without?: NotificationDraft['without']
}

/** To the seller, once for each buyer and place. By primary keys. */
export async function writeRegisteredNotification(
  trx: Database,
  { customerId, openHouseId }: { customerId: number; openHouseId: number },
  state: 'registered' | 'waiting',
): Promise<void> {
  const house = await openHouseById(trx, openHouseId)
  if (!house) return
  const { address, city, state: code, zip } = house
  const [buyer, place] = [await buyerNameOf(trx, customerId), `${address}, ${city}, ${code} ${zip}`]
  await writeAccountNotification(trx, {
    accountId: house.account_id,
    type: 'open_house',
    key: `open house ${house.id} ${state} ${customerId}`,
    title:
      state === 'registered'
        ? `${buyer} is coming to your open house at ${place}`
        : `${buyer} joined the waiting list of your open house at ${place}`,
    body: `It is on ${whenOf(house)}.`,
    label: 'Open the deal',
    url: links.seller({ kind: 'deal', id: house.property_id }),
  })
}

/** Of a hidden address, the town. */
export const visitNotification = (
  house: { id: number; property_id: number },
  customerId: number,
  { about, title, body = null, without = [] }: Visit,
): NotificationDraft => ({
  customerId,
  propertyId: house.property_id,
  type: 'open_house',
  key: `open house ${house.id} ${about}`,
  title,
  body,
  url: links.profile('open-houses'),
  label: 'Open your visits',
  without,
})

export const whenOf = ({ starts_at, ends_at, time_zone }: OpenHouseRow): string =>
  `${zonedDay(starts_at.getTime(), time_zone)}, ${zonedTimes(starts_at.getTime(), ends_at.getTime(), time_zone)}`
