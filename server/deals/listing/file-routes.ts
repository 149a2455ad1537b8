/** The pictures, videos and documents of a deal over HTTP. Uploads are forms, read whole before anything is stored. */
import type { FastifyInstance } from 'fastify'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { createThrottle } from '#server/core/http/throttle.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { newKey } from '#server/providers/files/file-key.ts'
import { receiveFile, registerUploads } from '#server/providers/files/receive-file.ts'
import {
  DOCUMENT_KINDS,
  deskAddDocument,
  deskAddImage,
  deskAddVideo,
  deskArrangeImages,
  deskCaptionImage,
  deskChangeDocument,
  deskRemoveDocument,
  deskRemoveImage,
  deskRemoveVideo,
  documentFields,
} from '#shared/contract/desk-listing-files.ts'
import { FILE_MAX_BYTES, PHOTOS_PER_HOUR } from '#shared/contract/limits.ts'
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

  serve(app, deskArrangeImages, async ({ params, body, me }) => {
    await arrangeImages(deps, { who: me, id: params.deal }, body.ids)
    return shown(me, params.deal)
  })
  serve(app, deskCaptionImage, async ({ params, body, me }) => {
    await captionImage(deps, { who: me, id: params.deal }, { imageId: params.image, caption: body.caption })
    return shown(me, params.deal)
  })
  serve(app, deskRemoveImage, async ({ params, me }) => {
    await removeImage(deps, { who: me, id: params.deal }, params.image)
    return shown(me, params.deal)
  })
  serve(app, deskAddVideo, async ({ params, body, me }) => {
    await addVideo(deps, { who: me, id: params.deal }, { url: body.url, caption: body.caption || null })
    return shown(me, params.deal)
  })
  serve(app, deskRemoveVideo, async ({ params, me }) => {
    await removeVideo(deps, { who: me, id: params.deal }, params.video)
    return shown(me, params.deal)
  })
  serve(app, deskChangeDocument, async ({ params, body, me }) => {
    await changeDocument(deps, { who: me, id: params.deal }, { documentId: params.document, ...body })
    return shown(me, params.deal)
  })
  serve(app, deskRemoveDocument, async ({ params, me }) => {
    await removeDocument(deps, { who: me, id: params.deal }, params.document)
    return shown(me, params.deal)
  })
}

function registerFileUploads(scope: FastifyInstance, deps: RoomDeps): void {
  const { files, uploadGate } = deps.parts
  const maker = createPhotoMaker(files)
  const uploads = createThrottle(PHOTOS_PER_HOUR, HOUR_MS)

  serve(scope, deskAddImage, async ({ params, me, request }) => {
    const of = { who: me, id: params.deal }
    await ownDeal(deps.db, me, of.id)
    uploads.take(String(me.memberId))
    const { bytes, fields } = await receiveFile(request, {
      ...{ field: 'photo', maxBytes: FILE_MAX_BYTES },
      ...{ types: ['image/jpeg', 'image/png', 'image/webp'], isRedrawn: true },
    })
    const photo = await maker.photo('photo', bytes)
    await addImage(deps, of, { photo, ref: refOf(fields) })
    return { data: await showListing(deps, me, of.id) }
  })

  serve(scope, deskAddDocument, async ({ params, me, request }) => {
    const of = { who: me, id: params.deal }
    await ownDeal(deps.db, me, of.id)
    uploads.take(String(me.memberId))
    const { bytes, contentType, fields } = await receiveFile(request, {
      ...{ field: 'document', maxBytes: FILE_MAX_BYTES },
      types: ['application/pdf', 'image/jpeg', 'image/png'],
    })
    const { isQuarantined } = await uploadGate.admit('document', bytes)
    const key = newKey('deal-documents')
    await files.put(key, bytes, contentType)
    const isKept = await addDocument(deps, of, {
      ...{ ...namedBy(fields), key, contentType, sizeBytes: bytes.length },
      ...{ isQuarantined, ref: refOf(fields) },
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
