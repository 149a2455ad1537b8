/** Attachments over HTTP: uploads of both sides, new addresses for one, and the files themselves by their signed addresses. */
import type { FastifyInstance } from 'fastify'
import { requireAccount, requireSelf } from '#server/core/http/principal.ts'
import { notFound, quarantined, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { attachment as saved } from '#server/providers/files/file-name.ts'
import { registerUploads } from '#server/providers/files/receive-file.ts'
import { ATTACHMENTS_PER_HOUR } from '#shared/contract/attachment-limits.ts'
import {
  sellerAttachment,
  sellerUploadAttachment,
  showAttachment,
  uploadAttachment,
} from '#shared/contract/attachments.ts'
import { requireWritable } from '../insert-message.ts'
import { conversationNow, conversationState } from '../queries.ts'
import { type AttachmentRow, attachmentById } from './attach.ts'
import { ATTACHMENT_ROUTE, fileWireFor, readAttachmentLink, type Size, sideOf } from './attachment-wire.ts'
import { receiveAttachment } from './receive-attachment.ts'

const HOUR_MS = 3_600_000

export function registerAttachments(app: FastifyInstance, deps: RoomDeps): void {
  registerUploads(app, (scope) => registerAttachmentUploads(scope, deps))
  registerAttachmentFiles(app, deps)

  serve(app, showAttachment, async ({ params, me }) => {
    requireSelf(me, params.customer)
    const row = await attachmentById(deps.db, params.attachment)
    if (row?.customer_id !== me.id) throw notFound()
    requireAccount(me, row.account_id)
    if (row.message_id === null && row.type !== 'inbound') throw notFound()
    return { data: fileWireFor(deps, sideOf(me))(row) }
  })

  serve(app, sellerAttachment, async ({ params, me }) => {
    const row = await attachmentById(deps.db, params.attachment)
    if (row?.account_id !== me.accountId || row.customer_id !== params.customer) throw notFound()
    if (row.message_id === null && row.type !== 'outbound') throw notFound()
    return { data: fileWireFor(deps, sideOf(me))(row) }
  })
}

function registerAttachmentUploads(scope: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps
  const uploads = scope.createThrottle('attachments', ATTACHMENTS_PER_HOUR, HOUR_MS)

  serve(scope, uploadAttachment, async ({ params, me, request, requireAct }) => {
    requireSelf(me, params.customer)
    requireAccount(me, params.account)
    const of = { customerId: me.id, accountId: params.account, type: 'inbound' } as const
    const state = await conversationState(db, of)
    if (state === 'none') throw notFound()
    if (state === 'empty' && !me.isVouchedFor) await requireAct('firstMessage')
    await db.transaction().execute((trx) => requireWritable(trx, of))
    await uploads.take(`customer ${me.id}`)
    return { data: fileWireFor(deps, sideOf(me))(await receiveAttachment(deps, of, request)) }
  })

  serve(scope, sellerUploadAttachment, async ({ params, me, request }) => {
    const now = await conversationNow(db, { customerId: params.customer, accountId: me.accountId })
    if (now === null) throw notFound()
    const of = { ...now, type: 'outbound' } as const
    await db.transaction().execute((trx) => requireWritable(trx, of))
    await uploads.take(`member ${me.memberId}`)
    return { data: fileWireFor(deps, sideOf(me))(await receiveAttachment(deps, of, request)) }
  })
}

interface Asked {
  Params: { attachment: string; size: string }
  Querystring: { for?: string; until?: string; signature?: string }
}

/** Not in the contract, because it answers with a file. A picture on a page of another site sends no token, so the signature opens it. */
function registerAttachmentFiles(app: FastifyInstance, deps: RoomDeps): void {
  // Not counted: a thread asks for dozens at once.
  const options = { schema: { hide: true }, config: { rateLimit: false } } as const
  app.get<Asked>(ATTACHMENT_ROUTE, options, async ({ params, query }, reply) => {
    const { size } = params
    if (!/^[1-9]\d{0,14}$/.test(params.attachment) || (size !== 'thumbnail' && size !== 'full'))
      throw notFound()
    const row = await openedFile(deps, Number(params.attachment), { size, query })
    const bytes = await deps.parts.files.get(keyOf(row, size))
    if (!bytes) throw notFound()
    if (row.kind === 'file') reply.header('Content-Disposition', saved(row.file_name))
    return reply
      .header('Cache-Control', 'private, max-age=3600')
      .header('Content-Security-Policy', "sandbox; default-src 'none'")
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('Referrer-Policy', 'no-referrer')
      .header('X-Content-Type-Options', 'nosniff')
      .type(row.content_type)
      .send(Buffer.from(bytes))
  })
}

async function openedFile(
  deps: RoomDeps,
  id: number,
  { size, query }: { size: Size; query: Asked['Querystring'] },
): Promise<AttachmentRow> {
  const { for: holder, until, signature } = query
  if (typeof holder !== 'string' || typeof until !== 'string' || typeof signature !== 'string')
    throw foreignLink()
  const side = readAttachmentLink(deps, { id, size, for: holder, until, signature })
  if (side === null) throw foreignLink()
  if (side === 'expired') throw expiredLink()
  const row = await attachmentById(deps.db, id)
  const owner = side.kind === 'customer' ? row?.customer_id : row?.account_id
  if (!row || owner !== side.id) throw notFound()
  if (row.is_quarantined) throw quarantined()
  return row
}

const keyOf = (row: AttachmentRow, size: Size): string =>
  size === 'thumbnail' ? (row.thumb_key ?? row.storage_key) : row.storage_key

const foreignLink = () =>
  new Refusal(403, {
    message: 'This link was changed or is not ours. Open the file from its conversation again.',
    code: 'foreign_link',
  })

const expiredLink = () =>
  new Refusal(410, {
    message: 'This link has expired. Open the file from its conversation again.',
    code: 'expired_link',
  })
