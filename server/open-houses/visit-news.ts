/** What somebody who registered for an open house is told of it, beside the words in the thread. Of a hidden address, the town. */
import type { News } from '#server/notifications/notify.ts'

export interface Visit {
  /** Names it among what is told of one open house. */
  about: string
  title: string
  body?: string | null
  without?: News['without']
}

export const visitNews = (
  house: { id: number; property_id: number },
  customerId: number,
  { about, title, body = null, without = [] }: Visit,
): News => ({
  ...{
    customerId,
    propertyId: house.property_id,
    type: 'open_house',
    key: `open house ${house.id} ${about}`,
  },
  ...{ title, body, url: '/profile/open-houses', label: 'Open your visits', without },
})
