/** Says what has become of an open house: live, as a message in the thread, and by mail when it was called off. */
import type { FastifyBaseLogger } from 'fastify'
import { createMails } from '#server/account/mails.ts'
import type { Database } from '#server/database/open.ts'
import type { Site } from '#server/http/site.ts'
import { openConversation } from '#server/messenger/insert-message.ts'
import type { Messenger } from '#server/messenger/messenger.ts'
import type { Parts } from '#server/parts.ts'
import type { Broadcaster } from '#server/realtime/broadcaster.ts'
import { customerChannel, openHouseUpdated } from '#shared/contract/events.ts'
import { zonedDay, zonedTimes } from '#shared/format/visit-time.ts'
import type { OpenHouseRow } from './queries.ts'

export interface TellDeps {
  db: Database
  broadcaster: Broadcaster
  messenger: Messenger
  prefix: string
  parts: Parts
  site: Site
  log: FastifyBaseLogger
}

/** On the customer's own channel. */
export const tellState = (
  { broadcaster, prefix }: Pick<TellDeps, 'broadcaster' | 'prefix'>,
  house: OpenHouseRow,
  { customerId, state }: { customerId: number; state: string },
): Promise<void> =>
  broadcaster.broadcast(customerChannel(prefix, customerId), openHouseUpdated, {
    id: house.id,
    property_id: house.property_id,
    my_state: state,
    cancelled_at: house.cancelled_at?.toISOString() ?? null,
  })

/** To who waited and has a place now. */
export async function tellPlace(deps: TellDeps, house: OpenHouseRow, customerId: number): Promise<void> {
  await tellState(deps, house, { customerId, state: 'registered' })
  await deps.messenger.sendFromAccount({
    ...{ customerId, accountId: house.account_id, propertyId: house.property_id },
    body: `A place has come free. You are registered for the open house on ${whenOf(house)}.`,
  })
}

/** To the seller, as words of the customer's in their thread. */
export async function tellFeedback(
  { db, messenger }: Pick<TellDeps, 'db' | 'messenger'>,
  house: OpenHouseRow,
  { customerId, rating, text }: { customerId: number; rating: number; text: string | null },
): Promise<void> {
  const of = { customerId, accountId: house.account_id }
  await openConversation(db, of)
  const said = `After the open house on ${whenOf(house)}: ${rating} of 5.`
  const body = text === null ? said : `${said} ${text}`
  await messenger.post({ ...of, type: 'inbound', propertyId: house.property_id, body })
}

/** To everybody who was coming or waiting. A mail that cannot be handed over is logged; the message is there all the same. */
export async function tellCancelled(
  deps: TellDeps,
  house: OpenHouseRow,
  people: readonly { id: number; name: string; email: string; state: string }[],
): Promise<void> {
  const mails = createMails(deps)
  const reason = house.cancel_reason
  const what = `The open house on ${whenOf(house)} was called off`
  for (const person of people) {
    await tellState(deps, house, { customerId: person.id, state: person.state })
    await deps.messenger.sendFromAccount({
      ...{ customerId: person.id, accountId: house.account_id, propertyId: house.property_id },
      body: reason === null ? `${what}.` : `${what}: ${reason}`,
    })
    await mails
      .openHouseCancelled(person, { when: whenOf(house), reason, propertyId: house.property_id })
      .catch((error: unknown) =>
        deps.log.warn({ err: error }, 'a mail about an open house was not handed over'),
      )
  }
}

const whenOf = ({ starts_at, ends_at, time_zone }: OpenHouseRow): string =>
  `${zonedDay(starts_at.getTime(), time_zone)}, ${zonedTimes(starts_at.getTime(), ends_at.getTime(), time_zone)}`
