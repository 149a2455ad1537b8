/** Says live to both sides where a request stands. The address goes to the customer alone, and only once granted. */
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { withTimeout } from '#server/core/realtime/with-timeout.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { accountChannel, inquiryUpdated, messageChannels } from '#shared/contract/events.ts'
import type { Decided } from './decide.ts'
import type { RequestRow } from './queries.ts'
import { whereItIs } from './wire.ts'

export async function notifyRequest(
  broadcaster: Broadcaster,
  prefix: string,
  row: RequestRow,
): Promise<void> {
  const { id, type, state, property_id, account_id, customer_id, reason } = row
  const payload = { id, type, state, property_id, account_id, customer_id, reason }
  await withTimeout([
    broadcaster.broadcast(messageChannels(prefix, customer_id, account_id), inquiryUpdated, {
      ...payload,
      ...whereItIs(row),
    }),
    broadcaster.broadcast(accountChannel(prefix, account_id), inquiryUpdated, payload),
  ])
}

export interface DecisionDeps {
  broadcaster: Broadcaster
  prefix: string
  messenger: Pick<Messenger, 'announce'>
}

/** First the change itself, so that the card of the following message finds a page with the address. */
export async function notifyDecision(deps: DecisionDeps, { request, answer }: Decided): Promise<void> {
  if (!answer) return
  await notifyRequest(deps.broadcaster, deps.prefix, request)
  await deps.messenger.announce(answer.message, answer.written)
}
