/** The pictures, videos and documents of a deal over HTTP. Uploads are forms, read whole before anything is stored. */
import type { FastifyInstance } from 'fastify'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { newKey } from '#server/providers/files/file-key.ts'
import { receiveFile, registerUploads } from '#server/providers/files/receive-file.ts'
import { FILE_MAX_BYTES, PHOTOS_PER_HOUR } from '#shared/contract/limits.ts'
import {
  DOCUMENT_KINDS,
  documentFields,
  sellerAddDocument,
  sellerAddImage,
  sellerAddVideo,
  sellerArrangeImages,
  sellerCaptionImage,
  sellerChangeDocument,
  sellerRemoveDocument,
  sellerRemoveImage,
  sellerRemoveVideo,
} from '#shared/contract/seller-listing-files.ts'
import { addDocument, addVideo, changeDocument, removeDocument, removeVideo } from './documents.ts'
import { createPhotoMaker, registerPhotos } from './image-files.ts'
import { addImage, arrangeImages, captionImage, removeImage } from './images.ts'
import { ownDeal } from './own-deal.ts'
import { showListing } from './show-listing.ts'

const HOUR_MS = 3_600_000

export function registerListingFiles(app: FastifyInstance, deps: RoomDeps): void {
  registerPhotos(app, deps.parts.files)
  registerUploads(app, (scope) => registerFileUploads(scope, deps))
  const shown = async (me: AccountPrincipal, id: number) => ({ data: await showListing(deps, me, id) })

  serve(app, sellerArrangeImages, async ({ params, body, me }) => {
    await arrangeImages(deps, { who: me, id: params.deal }, body.ids)
    return shown(me, params.deal)
  })
  serve(app, sellerCaptionImage, async ({ params, body, me }) => {
    await captionImage(deps, { who: me, id: params.deal }, { imageId: params.image, caption: body.caption })
    return shown(me, params.deal)
  })
  serve(app, sellerRemoveImage, async ({ params, me }) => {
    await removeImage(deps, { who: me, id: params.deal }, params.image)
    return shown(me, params.deal)
  })
  serve(app, sellerAddVideo, async ({ params, body, me }) => {
    await addVideo(deps, { who: me, id: params.deal }, { url: body.url, caption: body.caption || null })
    return shown(me, params.deal)
  })
  serve(app, sellerRemoveVideo, async ({ params, me }) => {
    await removeVideo(deps, { who: me, id: params.deal }, params.video)
    return shown(me, params.deal)
  })
  serve(app, sellerChangeDocument, async ({ params, body, me }) => {
    await changeDocument(deps, { who: me, id: params.deal }, { documentId: params.document, ...body })
    return shown(me, params.deal)
  })
  serve(app, sellerRemoveDocument, async ({ params, me }) => {
    await removeDocument(deps, { who: me, id: params.deal }, params.document)
    return shown(me, params.deal)
  })
}

function registerFileUploads(scope: FastifyInstance, deps: RoomDeps): void {
  const { files, uploadGate } = deps.parts
  const maker = createPhotoMaker(files)
  const uploads = scope.createThrottle('listing-files', PHOTOS_PER_HOUR, HOUR_MS)

  serve(scope, sellerAddImage, async ({ params, me, request }) => {
    const of = { who: me, id: params.deal }
    await ownDeal(deps.db, me, of.id)
    await uploads.take(String(me.memberId))
    const { bytes, fields } = await receiveFile(request, {
      field: 'photo',
      maxBytes: FILE_MAX_BYTES,
      types: ['image/jpeg', 'image/png', 'image/webp'],
      isRedrawn: true,
    })
    const photo = await maker.photo('photo', bytes)
    await addImage(deps, of, { photo, ref: refOf(fields) })
    return { data: await showListing(deps, me, of.id) }
  })

  serve(scope, sellerAddDocument, async ({ params, me, request }) => {
    const of = { who: me, id: params.deal }
    await ownDeal(deps.db, me, of.id)
    await uploads.take(String(me.memberId))
    const { contentType, fields, ...file } = await receiveFile(request, {
      field: 'document',
      maxBytes: FILE_MAX_BYTES,
      types: ['application/pdf', 'image/jpeg', 'image/png'],
    })
    const bytes = await maker.paper('document', file.bytes, contentType)
    const { isQuarantined } = await uploadGate.admit('document', bytes)
    const key = newKey('deal-documents')
    await files.put(key, bytes, contentType)
    const isKept = await addDocument(deps, of, {
      ...namedBy(fields),
      key,
      contentType,
      sizeBytes: bytes.length,
      isQuarantined,
      ref: refOf(fields),
    }).catch(async (error: unknown) => {
      await files.delete(key)
      throw error
    })
    if (!isKept) await files.delete(key)
    return { data: await showListing(deps, me, of.id) }
  })
}

const REF = /^[\w-]{1,64}$/
const refOf = ({ ref }: Record<string, string>): string | null => (ref && REF.test(ref) ? ref : null)

/** A form has texts only. Without a title the kind is one: sellers name files after the street. Throws 422 by field. */
function namedBy(fields: Record<string, string>) {
  const kind = DOCUMENT_KINDS.find((one) => one === fields.kind) ?? 'other'
  const title = fields.title?.trim() || `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`.replaceAll('_', ' ')
  const parsed = documentFields.safeParse({ title, kind, gate: fields.gate || null })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid({ [String(issue?.path[0] ?? 'document')]: [issue?.message ?? 'This is not valid.'] })
  }
  return parsed.data
}
