/** The seller app's conversations: its list, a thread, a reply, and having seen it all. */
import type { FastifyInstance } from 'fastify'
import { keyOf } from '#server/core/http/idempotency.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import { fileWireFor, sideOf } from '#server/messaging/attachments/attachment-wire.ts'
import { openedAddresses } from '#server/messaging/opened-addresses.ts'
import { isKeyUsed, threadPage } from '#server/messaging/queries.ts'
import { socketIdOf } from '#server/messaging/rules.ts'
import { maybeMessageWire, messageWire } from '#server/messaging/wire.ts'
import { sellerSetAside } from '#shared/contract/conversation-state.ts'
import {
  sellerBlockChat,
  sellerChats,
  sellerFindMessages,
  sellerMarkRead,
  sellerMessages,
  sellerReply,
} from '#shared/contract/seller.ts'
import type { SellerDeps } from './conversation-deps.ts'
import { setAside, setBlocked, stateWire, tellTeam } from './conversation-state.ts'
import { findMessages } from './find-messages.ts'
import { sellerChatPage } from './queries.ts'
import { ownConversation, requireListedProperties } from './rules.ts'

export function registerSellerConversations(app: FastifyInstance, deps: SellerDeps): void {
  const { db, messenger, site } = deps
  const sends = app.createThrottle('seller-messages', deps.limits.sellerSendsPerMinute, MINUTE_MS)

  const seenBy = async (me: AccountPrincipal, rows: Parameters<typeof openedAddresses>[2]) => ({
    reader: 'account' as const,
    site,
    opened: await openedAddresses(db, me, rows),
    fileWire: fileWireFor(deps, sideOf(me)),
  })

  serve(app, sellerChats, async ({ me, query, page, paginated }) => {
    const propertyId = query['filter[property_id]'] ?? null
    const { rows, hasMore } = await sellerChatPage(db, me.accountId, { page, propertyId })
    const seen = await seenBy(me, rows)
    const chats = rows.map((row) => ({
      id: row.chat_id,
      customer: { id: row.chat_customer_id, name: row.customer_name, visitor: visitorOf(row) },
      last_message: maybeMessageWire(row, seen),
      account_unread_count: row.account_unread_count,
      ...stateWire(row),
      is_deleted: row.deleted_at !== null,
    }))
    return paginated({ rows: chats, hasMore })
  })

  serve(app, sellerFindMessages, async ({ query, me }) => {
    const words = query.q.split(/\s+/).filter(Boolean)
    const rows = words.length === 0 ? [] : await findMessages(db, me.accountId, words)
    return {
      data: rows.map(({ id, type, text, sort_at, customer_id, customer_name }) => ({
        id,
        customer: { id: customer_id, name: customer_name },
        type,
        text,
        created_at: sort_at.toISOString(),
      })),
    }
  })

  serve(app, sellerMessages, async ({ params, me, page, paginated }) => {
    const of = await ownConversation(db, me, params.customer)
    const { rows, hasMore } = await threadPage(db, of, page)
    const seen = await seenBy(me, rows)
    return paginated({ rows: rows.map((row) => messageWire(row, seen)), hasMore })
  })

  serve(app, sellerReply, async ({ params, body, me, request }) => {
    const { customerId, accountId } = await ownConversation(db, me, params.customer)
    const given = keyOf(request)
    // Each caller has their own keys, and a conversation has two callers.
    const key = given && `${accountId}:${given}`
    await sends.takeUnless(String(me.memberId), () => isKeyUsed(db, customerId, key))
    const words = wordsOf(body.message)
    const propertyId = body.property_id ?? null
    const attachmentIds = body.attachment_ids ?? []
    if (words === null && propertyId === null && attachmentIds.length === 0)
      throw invalid({ message: ['Write a message or add a property.'] })
    if (propertyId !== null && !(await isKeyUsed(db, customerId, key)))
      await requireListedProperties(db, accountId, { property_id: propertyId })
    const message = await messenger.post(
      {
        customerId,
        accountId,
        type: 'outbound',
        body: words,
        propertyId,
        idempotencyKey: key,
        attachmentIds,
      },
      socketIdOf(request.headers['x-socket-id']),
    )
    return { data: message }
  })

  serve(app, sellerBlockChat, async ({ params, body, me }) => {
    const of = await ownConversation(db, me, params.customer)
    await setBlocked(db, of, body.is_blocked)
    await tellTeam(deps, of)
  })

  serve(app, sellerSetAside, async ({ params, body, me }) => {
    const of = await ownConversation(db, me, params.customer)
    await setAside(db, of, { ...body, nowMs: deps.nowMs() })
    return { data: await tellTeam(deps, of) }
  })

  serve(app, sellerMarkRead, async ({ params, me }) => {
    const of = await ownConversation(db, me, params.customer)
    await messenger.readByAccount(of)
  })
}

/** Null for a buyer, also for one who was a guest before. */
const visitorOf = (row: Awaited<ReturnType<typeof sellerChatPage>>['rows'][number]) =>
  row.visitor_id === null || row.login_confirmed_at !== null
    ? null
    : {
        kind: row.external_id === null ? ('guest' as const) : ('site' as const),
        email: row.visitor_email,
        phone: row.visitor_phone,
        is_email_confirmed: row.visitor_confirmed_at !== null,
      }

/** Blank words are none. */
const wordsOf = (text: string | undefined): string | null => (text?.trim() ? text : null)
