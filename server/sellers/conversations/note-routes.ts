/** The internal notes of a seller's team: read, write, delete. */
import type { FastifyInstance } from 'fastify'
import { keyOf } from '#server/core/http/idempotency.ts'
import { serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import { withTimeout } from '#server/core/realtime/with-timeout.ts'
import type { Conversation } from '#server/messaging/queries.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import {
  notesUpdated,
  sellerAddNote,
  sellerDeleteNote,
  sellerNotes,
} from '#shared/contract/conversation-notes.ts'
import { accountChannel } from '#shared/contract/events.ts'
import { addNote, deleteNote, notesOf } from './notes.ts'
import { ownConversation } from './rules.ts'

export function registerNotes(app: FastifyInstance, { db, broadcaster, prefix, limits }: RoomDeps): void {
  const writes = app.createThrottle('seller-notes', limits.sellerSendsPerMinute, MINUTE_MS)
  const tell = ({ accountId, customerId }: Conversation) =>
    withTimeout([
      broadcaster.broadcast(accountChannel(prefix, accountId), notesUpdated, { customer_id: customerId }),
    ])

  serve(app, sellerNotes, async ({ params, me }) => {
    const of = await ownConversation(db, me, params.customer)
    return { data: await notesOf(db, of) }
  })

  serve(app, sellerAddNote, async ({ params, body, me, request }) => {
    const of = await ownConversation(db, me, params.customer)
    await writes.take(String(me.memberId))
    const data = await addNote(db, of, { memberId: me.memberId, text: body.text, key: keyOf(request) })
    await tell(of)
    return { data }
  })

  serve(app, sellerDeleteNote, async ({ params, me }) => {
    const of = await ownConversation(db, me, params.customer)
    await deleteNote(db, of, { id: params.note, me })
    await tell(of)
  })
}
