/** The customer's messenger over HTTP (spec section 7, Messenger): chats, a thread, sending, read marks. */
import type { FastifyInstance } from 'fastify'
import { attachToAccount as attach } from '#server/accounts/login/attach.ts'
import { openConversation } from '#server/accounts/login/open-conversation.ts'
import { keyOf } from '#server/core/http/idempotency.ts'
import { requireAccount, requireSelf } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import {
  CHAT_RELATIONS,
  listChats,
  listTextMessages,
  MESSAGE_RELATIONS,
  markTextMessagesRead,
  sendTextMessage,
} from '#shared/contract/messenger.ts'
import { attachToAccount } from '#shared/contract/profile.ts'
import { registerAttachments } from './attachments/attachment-routes.ts'
import { fileWireFor, sideOf } from './attachments/attachment-wire.ts'
import { listedProperty, requireAnswer, requireFirstContact } from './first-contact.ts'
import type { Messenger } from './messenger.ts'
import { openedAddresses } from './opened-addresses.ts'
import { chatPage, conversationState, isKeyUsed, threadPage } from './queries.ts'
import { checkFilters, checkRelations, socketIdOf } from './rules.ts'
import { chatWire, messageWire } from './wire.ts'

const DAY_MS = 24 * 60 * MINUTE_MS

export interface MessengerRoutesDeps extends RoomDeps {
  messenger: Messenger
}

export function registerMessenger(app: FastifyInstance, deps: MessengerRoutesDeps): void {
  const { db, messenger, site } = deps
  registerAttachments(app, deps)
  const sends = app.createThrottle('buyer-messages', deps.limits.sendsPerMinute, MINUTE_MS)
  const contacts = app.createThrottle('first-contacts', deps.limits.firstContactsPerDay, DAY_MS)

  serve(app, listChats, async ({ params, query, me, request, page, paginated }) => {
    requireSelf(me, params.customer)
    checkRelations(query.with, CHAT_RELATIONS)
    checkFilters(request.url, [])
    const { rows, hasMore } = await chatPage(db, me, page)
    const opened = await openedAddresses(db, me, rows)
    return paginated({ rows: rows.map((row) => chatWire(row, site, opened)), hasMore })
  })

  serve(app, listTextMessages, async ({ params, query, me, request, page, paginated }) => {
    requireSelf(me, params.customer)
    checkRelations(query.with, MESSAGE_RELATIONS)
    checkFilters(request.url, ['account_id'])
    requireAccount(me, query['filter[account_id]'])
    const of = { customerId: me.id, accountId: query['filter[account_id]'] }
    const { rows, hasMore } = await threadPage(db, of, page)
    const opened = await openedAddresses(db, me, rows)
    const seen = { reader: 'customer' as const, site, opened, fileWire: fileWireFor(deps, sideOf(me)) }
    return paginated({ rows: rows.map((row) => messageWire(row, seen)), hasMore })
  })

  serve(app, sendTextMessage, async ({ params, body, me, request, requireAct }) => {
    requireSelf(me, params.customer)
    requireAccount(me, params.account)
    const attachmentIds = body.attachment_ids ?? []
    const isBlank = body.message.trim() === ''
    if (isBlank && attachmentIds.length === 0) throw invalid({ message: ['The message must not be empty.'] })
    const key = keyOf(request)
    await sends.takeUnless(String(me.id), () => isKeyUsed(db, me.id, key))
    const of = { customerId: me.id, accountId: params.account }
    // The account's own server or key has let them in, and opened the conversation for them.
    if (!me.isVouchedFor) {
      const state = await conversationState(db, of)
      const opensIt = state === 'none' && body.first_contact === true
      if (opensIt) await requireFirstContact(db, of.accountId)
      if (opensIt || state === 'empty') await requireAct('firstMessage')
      if (opensIt) {
        await contacts.take(String(me.id))
        await openConversation(db, of)
      }
    } else if (!(await isKeyUsed(db, me.id, key))) await requireAnswer(db, of)
    const message = await messenger.post(
      {
        ...of,
        type: 'inbound',
        body: isBlank ? null : body.message,
        propertyId: await listedProperty(db, of.accountId, body.property_id ?? null),
        context: body.context ?? null,
        idempotencyKey: key,
        attachmentIds,
      },
      socketIdOf(request.headers['x-socket-id']),
    )
    return { data: message }
  })

  serve(app, attachToAccount, async ({ body, me }) => {
    if (!(await attach(db, me.id, body.attach_account_id)))
      throw invalid({ attach_account_id: ['This company no longer exists.'] })
    const state = await conversationState(db, { customerId: me.id, accountId: body.attach_account_id })
    return { message: 'You can now message each other.', is_new: state === 'empty' }
  })

  serve(app, markTextMessagesRead, async ({ params, body, me, request }) => {
    requireSelf(me, params.customer)
    await messenger.read(me, body.text_messages_ids, socketIdOf(request.headers['x-socket-id']))
    return { message: 'Read.' }
  })
}
