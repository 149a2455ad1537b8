/** The customer's messenger over HTTP (spec section 7, Messenger): chats, a thread, sending, read marks. */
import type { FastifyInstance } from 'fastify'
import type { ServerLimits } from '#server/config/limits.ts'
import type { Database } from '#server/database/open.ts'
import { paginated } from '#server/http/paginate.ts'
import { serve } from '#server/http/serve.ts'
import type { Site } from '#server/http/site.ts'
import { createThrottle, MINUTE_MS } from '#server/http/throttle.ts'
import {
  CHAT_RELATIONS,
  listChats,
  listTextMessages,
  MESSAGE_RELATIONS,
  markTextMessagesRead,
  sendTextMessage,
} from '#shared/contract/messenger.ts'
import type { Messenger } from './messenger.ts'
import { openedAddresses } from './opened-addresses.ts'
import { chatPage, threadPage } from './queries.ts'
import { checkFilters, checkRelations, idempotencyKey, ownCustomer, socketIdOf } from './rules.ts'
import { chatWire, messageWire } from './wire.ts'

export interface MessengerRoutesDeps {
  db: Database
  messenger: Messenger
  limits: ServerLimits
  site: Site
}

export function registerMessenger(app: FastifyInstance, deps: MessengerRoutesDeps): void {
  const { db, messenger, site } = deps
  const sends = createThrottle(deps.limits.sendsPerMinute, MINUTE_MS)

  serve(app, listChats, async ({ params, query, who, request }) => {
    const me = ownCustomer(who, params.customer)
    checkRelations(query.with, CHAT_RELATIONS)
    checkFilters(request.url, [])
    const page = query.page ?? 1
    const { rows, hasMore } = await chatPage(db, me.id, page)
    const opened = await openedAddresses(db, me, rows)
    return paginated(request, page, { rows: rows.map((row) => chatWire(row, site, opened)), hasMore })
  })

  serve(app, listTextMessages, async ({ params, query, who, request }) => {
    const me = ownCustomer(who, params.customer)
    checkRelations(query.with, MESSAGE_RELATIONS)
    checkFilters(request.url, ['account_id'])
    const page = query.page ?? 1
    const of = { customerId: me.id, accountId: query['filter[account_id]'] }
    const { rows, hasMore } = await threadPage(db, of, page)
    const opened = await openedAddresses(db, me, rows)
    return paginated(request, page, { rows: rows.map((row) => messageWire(row, site, opened)), hasMore })
  })

  serve(app, sendTextMessage, async ({ params, body, who, request }) => {
    const me = ownCustomer(who, params.customer)
    const key = idempotencyKey(request.headers['idempotency-key'])
    sends.take(String(me.id))
    const message = await messenger.post(
      {
        customerId: me.id,
        accountId: params.account,
        type: 'inbound',
        body: body.message,
        idempotencyKey: key,
      },
      socketIdOf(request.headers['x-socket-id']),
    )
    return { data: message }
  })

  serve(app, markTextMessagesRead, async ({ params, body, who, request }) => {
    const me = ownCustomer(who, params.customer)
    await messenger.read(me.id, body.text_messages_ids, socketIdOf(request.headers['x-socket-id']))
    return { message: 'Read.' }
  })
}
