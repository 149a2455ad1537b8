/** The photos of a deal: adding one, their order, what stands under them, taking one away. The first one is the cover. */
import { sql, type Transaction } from 'kysely'
import type { Schema } from '#server/core/database/schema.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { conflict, invalid, notFound } from '#server/core/http/refusal.ts'
import { deleteFiles, type FilesDeps, queueFileDeletions } from '#server/providers/files/delete-files.ts'
import { DEAL_PHOTOS_MAX } from '#shared/contract/limits.ts'
import { photoKeyOf, type StoredPhoto } from './image-files.ts'
import { type ChangeDeps, changeDeal } from './own-deal.ts'

type Trx = Transaction<Schema>
interface Of {
  who: AccountPrincipal
  id: number
}

export type ImageDeps = ChangeDeps & FilesDeps

/**
 * The first photo takes the place of drawings. A repeat of the same `ref` stores nothing, and the files it came with go again. Rejects
 * with 422 when there are too many.
 */
export async function addImage(
  deps: ImageDeps,
  of: Of,
  { photo, ref }: { photo: StoredPhoto; ref: string | null },
): Promise<void> {
  const isKept = await changeDeal(deps, of, (trx) => insertImage(trx, of.id, { photo, ref })).catch(
    async (error: unknown) => {
      await deleteFiles(deps, keysOf(photo))
      throw error
    },
  )
  if (!isKept) await deleteFiles(deps, keysOf(photo))
}

async function insertImage(
  trx: Trx,
  propertyId: number,
  { photo, ref }: { photo: StoredPhoto; ref: string | null },
): Promise<boolean> {
  const before = await imagesOf(trx, propertyId)
  if (ref !== null && before.some((image) => image.ref === ref)) return false
  const photos = before.filter(({ is_illustration: isDrawn }) => !isDrawn)
  if (photos.length >= DEAL_PHOTOS_MAX)
    throw invalid({ photo: [`A deal has ${DEAL_PHOTOS_MAX} photos at most. Remove one first.`] })
  if (photos.length < before.length)
    await trx
      .deleteFrom('property_images')
      .where('property_id', '=', propertyId)
      .where('is_illustration', '=', true)
      .execute()
  const position = Math.max(0, ...photos.map((image) => image.position)) + 1
  await trx
    .insertInto('property_images')
    .values({ property_id: propertyId, position, url: photo.url, thumb_url: photo.thumbUrl, ref })
    .execute()
  await setCover(trx, propertyId)
  return true
}

/** Rejects with 409 when somebody has added or taken away one meanwhile. */
export const arrangeImages = (deps: ImageDeps, of: Of, ids: readonly number[]): Promise<void> =>
  changeDeal(deps, of, async (trx) => {
    const before = await imagesOf(trx, of.id)
    const isSame = before.length === new Set(ids).size && before.every(({ id }) => ids.includes(id))
    if (!isSame || ids.length !== before.length)
      throw conflict('The photos have changed in the meantime. Review them and set their order again.')
    for (const [index, id] of ids.entries())
      await trx
        .updateTable('property_images')
        .set({ position: index + 1 })
        .where('id', '=', id)
        .execute()
    await setCover(trx, of.id)
  })

export const captionImage = (
  deps: ImageDeps,
  of: Of,
  { imageId, caption }: { imageId: number; caption: string | null },
): Promise<void> =>
  changeDeal(deps, of, async (trx) => {
    const changed = await trx
      .updateTable('property_images')
      .set({ caption: caption === '' ? null : caption })
      .where('id', '=', imageId)
      .where('property_id', '=', of.id)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw notFound()
  })

export async function removeImage(deps: ImageDeps, of: Of, imageId: number): Promise<void> {
  const keys = await changeDeal(deps, of, async (trx) => {
    const row = await trx
      .deleteFrom('property_images')
      .where('id', '=', imageId)
      .where('property_id', '=', of.id)
      .returning(['url', 'thumb_url as thumbUrl'])
      .executeTakeFirst()
    if (!row) throw notFound()
    await setCover(trx, of.id)
    await queueFileDeletions(trx, keysOf(row))
    return keysOf(row)
  })
  await deleteFiles(deps, keys)
}

/** By property_images_property. */
const imagesOf = (trx: Trx, propertyId: number) =>
  trx
    .selectFrom('property_images')
    .select(['id', 'position', 'is_illustration', 'ref'])
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** What lists and cards show. Without any photo: the drawing, where there is one. */
const setCover = (trx: Trx, propertyId: number) =>
  trx
    .updateTable('properties')
    .set({
      thumb_url: sql<string | null>`coalesce(
        (select coalesce(thumb_url, url) from property_images
          where property_id = ${propertyId} order by position, id limit 1),
        case when illustration is not null then '/drawings/seeded/' || lpad(illustration::text, 4, '0') || '.svg' end)`,
    })
    .where('id', '=', propertyId)
    .execute()

const keysOf = ({ url, thumbUrl }: { url: string; thumbUrl: string | null }): string[] =>
  [url, thumbUrl].flatMap((one) => photoKeyOf(one) ?? [])
