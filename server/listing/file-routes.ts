/** The pictures, videos and documents of a deal over HTTP. Uploads are forms, read whole before anything is stored. */
import type { FastifyInstance } from 'fastify'
import { newKey } from '#server/files/file-key.ts'
import { receiveFile, registerUploads } from '#server/files/receive-file.ts'
import type { Principal } from '#server/http/principal.ts'
import { invalid } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import { createThrottle } from '#server/http/throttle.ts'
import type { RoomDeps } from '#server/rooms.ts'
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

export function registerListingFiles(app: FastifyInstance, given: RoomDeps): void {
  const deps = { ...given, files: given.parts.files }
  registerPhotos(app, deps.files)
  registerUploads(app, (scope) => registerFileUploads(scope, deps))
  const shown = async (who: Principal | null, id: number) => ({ data: await showListing(deps, who, id) })

  serve(app, deskArrangeImages, async ({ params, body, who }) => {
    await arrangeImages(deps, { who, id: params.deal }, body.ids)
    return shown(who, params.deal)
  })
  serve(app, deskCaptionImage, async ({ params, body, who }) => {
    await captionImage(deps, { who, id: params.deal }, { imageId: params.image, caption: body.caption })
    return shown(who, params.deal)
  })
  serve(app, deskRemoveImage, async ({ params, who }) => {
    await removeImage(deps, { who, id: params.deal }, params.image)
    return shown(who, params.deal)
  })
  serve(app, deskAddVideo, async ({ params, body, who }) => {
    await addVideo(deps, { who, id: params.deal }, { url: body.url, caption: body.caption || null })
    return shown(who, params.deal)
  })
  serve(app, deskRemoveVideo, async ({ params, who }) => {
    await removeVideo(deps, { who, id: params.deal }, params.video)
    return shown(who, params.deal)
  })
  serve(app, deskChangeDocument, async ({ params, body, who }) => {
    await changeDocument(deps, { who, id: params.deal }, { documentId: params.document, ...body })
    return shown(who, params.deal)
  })
  serve(app, deskRemoveDocument, async ({ params, who }) => {
    await removeDocument(deps, { who, id: params.deal }, params.document)
    return shown(who, params.deal)
  })
}

type FileDeps = RoomDeps & { files: RoomDeps['parts']['files'] }

function registerFileUploads(scope: FastifyInstance, deps: FileDeps): void {
  const maker = createPhotoMaker(deps.files)
  const uploads = createThrottle(PHOTOS_PER_HOUR, HOUR_MS)

  serve(scope, deskAddImage, async ({ params, who, request }) => {
    const of = { who, id: params.deal }
    const { me } = await ownDeal(deps.db, who, of.id)
    uploads.take(String(me.memberId))
    const { bytes, fields } = await receiveFile(request, {
      ...{ field: 'photo', maxBytes: FILE_MAX_BYTES },
      types: ['image/jpeg', 'image/png', 'image/webp'],
    })
    const photo = await maker.photo('photo', bytes)
    await addImage(deps, of, { photo, ref: refOf(fields) })
    return { data: await showListing(deps, who, of.id) }
  })

  serve(scope, deskAddDocument, async ({ params, who, request }) => {
    const of = { who, id: params.deal }
    const { me } = await ownDeal(deps.db, who, of.id)
    uploads.take(String(me.memberId))
    const { bytes, contentType, fields } = await receiveFile(request, {
      ...{ field: 'document', maxBytes: FILE_MAX_BYTES },
      types: ['application/pdf', 'image/jpeg', 'image/png'],
    })
    const found = await deps.parts.virusScanner.scan(bytes)
    if (found !== null)
      throw invalid({ document: [`This file holds a virus (${found}) and was not stored.`] })
    const key = newKey('deal-documents')
    await deps.files.put(key, bytes, contentType)
    const isKept = await addDocument(deps, of, {
      ...{ ...namedBy(fields), key, contentType, sizeBytes: bytes.length },
      ref: refOf(fields),
    }).catch(async (error: unknown) => {
      await deps.files.delete(key)
      throw error
    })
    if (!isKept) await deps.files.delete(key)
    return { data: await showListing(deps, who, of.id) }
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
