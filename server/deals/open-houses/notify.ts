/** Says what has become of an open house: live, as a message in the thread, and by mail when it was called off. */
import type { FastifyBaseLogger } from 'fastify'
import { createMails } from '#server/accounts/login/mails.ts'
import { openConversation } from '#server/accounts/login/open-conversation.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Site } from '#server/core/http/site.ts'
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { withTimeout } from '#server/core/realtime/with-timeout.ts'
import { otherHiddenPlaces } from '#server/deals/properties/hidden-streets.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { notify } from '#server/notifications/centre/notify.ts'
import type { Parts } from '#server/providers/providers.ts'
import { accountChannel, openHouseUpdated, sessionChannel } from '#shared/contract/events.ts'
import { redactOtherStreets, redactStreet } from '#shared/rules/deals/redaction/redact-street.ts'
import { type OpenHouseRow, openHouseById } from './queries.ts'
import { visitNotification, whenOf } from './visit-notifications.ts'

export interface BroadcastDeps {
  db: Database
  broadcaster: Broadcaster
  messenger: Messenger
  prefix: string
  parts: Parts
  site: Site
  log: FastifyBaseLogger
}

/** On the customer's own channel. */
export const notifyState = (
  { broadcaster, prefix }: Pick<BroadcastDeps, 'broadcaster' | 'prefix'>,
  house: OpenHouseRow,
  { customerId, state }: { customerId: number; state: string },
): Promise<void> =>
  withTimeout([
    broadcaster.broadcast(sessionChannel(prefix, customerId), openHouseUpdated, {
      id: house.id,
      property_id: house.property_id,
      my_state: state,
      cancelled_at: house.cancelled_at?.toISOString() ?? null,
    }),
  ])

/** On the account's channel: that the open house or who comes to it has changed. */
export const notifyAccount = (
  { broadcaster, prefix }: Pick<BroadcastDeps, 'broadcaster' | 'prefix'>,
  { id, property_id, account_id: accountId }: Pick<OpenHouseRow, 'id' | 'property_id' | 'account_id'>,
): Promise<void> =>
  withTimeout([
    broadcaster.broadcast(accountChannel(prefix, accountId), openHouseUpdated, { id, property_id }),
  ])

/** To who waited and has a place now. */
export async function notifyPlace(
  deps: BroadcastDeps,
  house: OpenHouseRow,
  customerId: number,
): Promise<void> {
  await notifyState(deps, house, { customerId, state: 'registered' })
  await deps.messenger.sendFromAccount({
    customerId,
    accountId: house.account_id,
    propertyId: house.property_id,
    body: `A place is available. You are registered for the open house on ${whenOf(house)}.`,
  })
  const title = `A place is available: open house on ${whenOf(house)}`
  await notify(deps, [visitNotification(house, customerId, { about: `place ${Date.now()}`, title })])
}

/** To the seller, as words of the customer's in their thread. */
export async function notifyFeedback(
  { db, messenger }: Pick<BroadcastDeps, 'db' | 'messenger'>,
  house: OpenHouseRow,
  { customerId, rating, text }: { customerId: number; rating: number; text: string | null },
): Promise<void> {
  const of = { customerId, accountId: house.account_id }
  await openConversation(db, of)
  const said = `After the open house on ${whenOf(house)}: ${rating} of 5.`
  const body = text === null ? said : `${said} ${text}`
  await messenger.post({ ...of, type: 'inbound', propertyId: house.property_id, body })
}

interface Invited {
  id: number
  name: string
  email: string
  state: string
}

/** To everybody who was coming or waiting. Whom it does not reach is logged and keeps nobody else from hearing of it. */
export async function notifyCancelled(
  deps: BroadcastDeps,
  house: OpenHouseRow,
  people: readonly Invited[],
): Promise<void> {
  // Not all of them may know the street.
  const { cancel_reason: said, is_street_shown: isShown } = house
  const others = (await otherHiddenPlaces(deps.db, [house], null))(house)
  const reason =
    said === null
      ? null
      : redactOtherStreets(isShown ? said : redactStreet(said, house), others, { own: house })
  const title = `Called off: open house on ${whenOf(house)}`
  await notify(
    deps,
    people.map(({ id }) =>
      visitNotification(house, id, { about: 'cancelled', title, body: reason, without: ['email'] }),
    ),
  )
  for (const person of people)
    await notifyOneCancelled(deps, house, { person, reason }).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'somebody was not told of an open house that was called off'),
    )
}

/** To everybody who is coming or waiting, in their thread. `move` names the change: the time may be one that it had before. */
export async function notifyMoved(deps: BroadcastDeps, house: OpenHouseRow, move: string): Promise<void> {
  // By the unique index on open house and customer.
  const people = await deps.db
    .selectFrom('open_house_registrations')
    .select(['customer_id', 'state'])
    .where('open_house_id', '=', house.id)
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .execute()
  const about = `moved ${move}`
  const title = `Moved: open house on ${whenOf(house)}`
  await notify(
    deps,
    people.map(({ customer_id }) => visitNotification(house, customer_id, { about, title })),
  )
  const body = `The time of the open house has changed: ${whenOf(house)}. If you cannot come then, cancel your registration.`
  const { account_id: accountId, property_id: propertyId } = house
  for (const { customer_id: customerId, state } of people) {
    await notifyState(deps, house, { customerId, state })
    await deps.messenger
      .sendFromAccount({ customerId, accountId, propertyId, body })
      .catch((error: unknown) =>
        deps.log.warn({ err: error }, 'somebody was not told of an open house that has another time'),
      )
  }
}

async function notifyOneCancelled(
  deps: BroadcastDeps,
  house: OpenHouseRow,
  { person, reason }: { person: Invited; reason: string | null },
): Promise<void> {
  await notifyState(deps, house, { customerId: person.id, state: person.state })
  const what = `The open house on ${whenOf(house)} was called off`
  await deps.messenger.sendFromAccount({
    customerId: person.id,
    accountId: house.account_id,
    propertyId: house.property_id,
    body: reason === null ? `${what}.` : `${what}: ${reason}`,
  })
  await createMails(deps).openHouseCancelled(person, {
    when: whenOf(house),
    reason,
    propertyId: house.property_id,
  })
}

/** After somebody went for good: to who got a place, and to the account. By primary keys. */
export async function notifyPlaces(
  deps: BroadcastDeps,
  places: readonly { openHouseId: number; customerId: number | null }[],
): Promise<void> {
  for (const { openHouseId, customerId } of places) {
    const house = await openHouseById(deps.db, openHouseId)
    if (!house) continue
    await notifyAccount(deps, house)
    if (customerId !== null) await notifyPlace(deps, house, customerId)
  }
}
