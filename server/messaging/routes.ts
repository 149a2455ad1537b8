/** The customer's messenger over HTTP (spec section 7, Messenger): chats, a thread, sending, read marks. */
import type { FastifyInstance } from 'fastify'
import type { ServerLimits } from '#server/core/config/limits.ts'
import type { Database } from '#server/core/database/open.ts'
import { keyOf } from '#server/core/http/idempotency.ts'
import { paginated } from '#server/core/http/paginate.ts'
import { requireAccount, requireSelf } from '#server/core/http/principal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Site } from '#server/core/http/site.ts'
import { createThrottle, MINUTE_MS } from '#server/core/http/throttle.ts'
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
import { chatPage, isFirstMessage, isKeyUsed, threadPage } from './queries.ts'
import { checkFilters, checkRelations, socketIdOf } from './rules.ts'
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

  serve(app, listChats, async ({ params, query, me, request }) => {
    requireSelf(me, params.customer)
    checkRelations(query.with, CHAT_RELATIONS)
    checkFilters(request.url, [])
    const page = query.page ?? 1
    const { rows, hasMore } = await chatPage(db, me, page)
    const opened = await openedAddresses(db, me, rows)
    return paginated(request, page, { rows: rows.map((row) => chatWire(row, site, opened)), hasMore })
  })

  serve(app, listTextMessages, async ({ params, query, me, request }) => {
    requireSelf(me, params.customer)
    checkRelations(query.with, MESSAGE_RELATIONS)
    checkFilters(request.url, ['account_id'])
    const page = query.page ?? 1
    requireAccount(me, query['filter[account_id]'])
    const of = { customerId: me.id, accountId: query['filter[account_id]'] }
    const { rows, hasMore } = await threadPage(db, of, page)
    const opened = await openedAddresses(db, me, rows)
    return paginated(request, page, { rows: rows.map((row) => messageWire(row, site, opened)), hasMore })
  })

  serve(app, sendTextMessage, async ({ params, body, me, request }) => {
    requireSelf(me, params.customer)
    requireAccount(me, params.account)
    const key = keyOf(request)
    await sends.takeUnless(String(me.id), () => isKeyUsed(db, me.id, key))
    // The account's own server has said who this is, and opened the conversation for them.
    if (!me.isVouchedFor && (await isFirstMessage(db, { customerId: me.id, accountId: params.account })))
      await app.requireConfirmed(me.id, 'firstMessage')
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

  serve(app, markTextMessagesRead, async ({ params, body, me, request }) => {
    requireSelf(me, params.customer)
    await messenger.read(me, body.text_messages_ids, socketIdOf(request.headers['x-socket-id']))
    return { message: 'Read.' }
  })
}
