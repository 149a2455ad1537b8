/**
 * Photos as they are stored and served: turned upright, at most so large, as WebP, with a small one beside it, and nothing left of what
 * the camera or the seller's computer wrote into them. Their addresses are random and for ever the same picture. A document that is a
 * picture keeps its size and its type.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/core/database/open.ts'
import { notFound } from '#server/core/http/refusal.ts'
import type { ContentType } from '#server/providers/files/content-type.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { createTurns } from '#server/providers/files/in-turn.ts'
import { fitted, redrawn } from '#server/providers/files/redraw.ts'
import { DEAL_PHOTO_MAX_PX, DEAL_THUMB_PX } from '#shared/contract/limits.ts'

const NAME_BYTES = 18
const FOR_EVER = 'public, max-age=31536000, immutable'
const FILE = /^[0-9a-f]{36}(?:-s)?\.webp$/
/** Small print stays readable. */
const PAPER_QUALITY = 92
const TYPE = 'image/webp'

export interface StoredPhoto {
  url: string
  thumbUrl: string
}

export interface PhotoMaker {
  /** Throws 422 on `field` for what is no picture, 429 while too many wait. */
  photo(field: string, bytes: Buffer): Promise<StoredPhoto>
  /** One picture of at most so many pixels either way. */
  picture(field: string, bytes: Buffer, maxPx: number): Promise<string>
  /** A document without what a camera wrote into it, e.g. the place; a PDF as it is. Throws like `photo`. */
  paper(field: string, bytes: Buffer, type: ContentType): Promise<Buffer>
}

export function createPhotoMaker(files: FileStore): PhotoMaker {
  const inTurn = createTurns()
  return {
    async photo(field, bytes) {
      const name = newName()
      const [large, small] = await inTurn(async () => [
        await fitted(field, bytes, DEAL_PHOTO_MAX_PX),
        await fitted(field, bytes, DEAL_THUMB_PX),
      ])
      await files.put(keyOf(`${name}.webp`), large?.data ?? bytes, TYPE)
      await files.put(keyOf(`${name}-s.webp`), small?.data ?? bytes, TYPE)
      return { url: `${PHOTOS}${name}.webp`, thumbUrl: `${PHOTOS}${name}-s.webp` }
    },
    async picture(field, bytes, maxPx) {
      const name = newName()
      await files.put(keyOf(`${name}.webp`), (await inTurn(() => fitted(field, bytes, maxPx))).data, TYPE)
      return `${PHOTOS}${name}.webp`
    },
    async paper(field, bytes, type) {
      if (type === 'application/pdf') return bytes
      const isPng = type === 'image/png'
      const { data } = await inTurn(() =>
        redrawn(field, bytes, (picture) =>
          isPng ? picture.png() : picture.jpeg({ quality: PAPER_QUALITY }),
        ),
      )
      return data
    },
  }
}

const PHOTOS = '/photos/'
const newName = () => randomBytes(NAME_BYTES).toString('hex')
const keyOf = (file: string) => `photos/${file}`

/** Null for a picture that is none of ours, e.g. a drawing. */
export const photoKeyOf = (url: string | null): string | null => {
  const file = url?.startsWith(PHOTOS) ? url.slice(PHOTOS.length) : ''
  return FILE.test(file) ? keyOf(file) : null
}

export function registerPhotos(app: FastifyInstance, files: FileStore): void {
  // Not counted: a page of deals asks for dozens at once.
  const options = { schema: { hide: true }, config: { rateLimit: false } } as const
  app.get<{ Params: { file: string } }>(`${PHOTOS}:file`, options, async ({ params }, reply) => {
    const bytes = FILE.test(params.file) ? await files.get(keyOf(params.file)) : null
    if (!bytes) throw notFound()
    return reply
      .header('Cache-Control', FOR_EVER)
      .header('X-Content-Type-Options', 'nosniff')
      .type(TYPE)
      .send(Buffer.from(bytes))
  })
}

/** All stored files of a deal. By property_images_property and property_documents_property. */
export async function fileKeysOf(db: Database, propertyId: number): Promise<string[]> {
  const images = await db
    .selectFrom('property_images')
    .select(['url', 'thumb_url'])
    .where('property_id', '=', propertyId)
    .execute()
  const documents = await db
    .selectFrom('property_documents')
    .select('storage_key')
    .where('property_id', '=', propertyId)
    .execute()
  const photos = images.flatMap(({ url, thumb_url }) => [photoKeyOf(url), photoKeyOf(thumb_url)])
  return [...photos.filter((key) => key !== null), ...documents.map(({ storage_key: key }) => key)]
}
