/** Stores the drawings of deals and the logos as photos. The demo draws or reads them when a browser asks; an installation serves files. */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Database } from '#server/core/database/open.ts'
import { photoKeyOf } from '#server/deals/listing/image-files.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { drawingOf } from '../art/draw.ts'

type Files = Pick<FileStore, 'put'>

/** A drawing becomes 960 pixels wide. */
const DENSITY = 108
const QUALITY = 82
const NAME_LENGTH = 36
/** After each batch comes a statement: PostgreSQL ends a transaction that is idle for a minute. */
const BATCH = 50

const DRAWINGS: Readonly<Record<string, string>> = import.meta.glob('../../../shared/ui/drawings/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const LOGOS: Readonly<Record<string, string>> = import.meta.glob('../logos/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Within the transaction that seeds, when the rows with drawings are there. */
export async function storePictures(
  trx: Database,
  files: Files,
  onProgress: (line: string) => void,
): Promise<void> {
  // Deals share covers: nothing deletes the file of a cover.
  const covers = await trx
    .selectFrom('properties')
    .select('thumb_url as drawing')
    .distinct()
    .where('thumb_url', 'like', '/drawings/%')
    .execute()
  for (let from = 0; from < covers.length; from += BATCH) {
    const batch = covers.slice(from, from + BATCH)
    const stored = await Promise.all(
      batch.map(async ({ drawing }) => ({ drawing, photo: await storeDrawing(files, drawing ?? '') })),
    )
    await sql`update properties set thumb_url = stored.photo, illustration = null
      from json_to_recordset(${JSON.stringify(stored)}::json) as stored (drawing text, photo text)
      where thumb_url = stored.drawing`.execute(trx)
    onProgress(`stored ${from + batch.length} of ${covers.length} pictures`)
  }
  await storeAlbums(trx, files)
  await storeLogos(trx, files)
}

/** The file of a picture goes when its row goes, so each has one. */
async function storeAlbums(trx: Database, files: Files): Promise<void> {
  const images = await trx
    .selectFrom('property_images')
    .select(['id', 'property_id', 'url'])
    .where('url', 'like', '/drawings/%')
    .execute()
  const drawn = new Map<string, Promise<Buffer>>()
  for (const { id, property_id, url } of images) {
    const picture = drawn.get(url) ?? draw(url)
    drawn.set(url, picture)
    const photo = await storePicture(files, { drawing: url, picture, propertyId: property_id })
    await trx
      .updateTable('property_images')
      .set({ url: photo, thumb_url: photo })
      .where('id', '=', id)
      .execute()
  }
}

async function storeLogos(trx: Database, files: Files): Promise<void> {
  const accounts = await trx
    .selectFrom('accounts')
    .select(['id', 'logo_url'])
    .where('logo_url', 'is not', null)
    .execute()
  for (const { id, logo_url } of accounts) {
    const photo = await storeDrawing(files, logo_url ?? '')
    await trx.updateTable('accounts').set({ logo_url: photo }).where('id', '=', id).execute()
  }
}

const storeDrawing = (files: Files, drawing: string): Promise<string> =>
  storePicture(files, { drawing, picture: draw(drawing) })

interface Picture {
  drawing: string
  picture: Promise<Buffer>
  /** Of the deal that has it alone. */
  propertyId?: number
}

/** Resolves with its address. The same picture of the same deal has the same name, so a repeat overwrites it. */
async function storePicture(files: Files, { drawing, picture, propertyId }: Picture): Promise<string> {
  const hash = createHash('sha256')
    .update(`${propertyId ?? ''} ${drawing}`)
    .digest('hex')
  const photo = `/photos/${hash.slice(0, NAME_LENGTH)}.webp`
  const key = photoKeyOf(photo)
  if (key === null) throw new Error(`${photo} is not an address of a photo.`)
  await files.put(key, await picture, 'image/webp')
  return photo
}

const draw = (drawing: string): Promise<Buffer> =>
  sharp(Buffer.from(svgOf(drawing)), { density: DENSITY })
    .webp({ quality: QUALITY })
    .toBuffer()

/** Throws for an address that the demo does not have. */
function svgOf(drawing: string): string {
  const name = basename(drawing)
  const svg = drawing.startsWith('/drawings/seeded/')
    ? drawingOf(name)
    : (DRAWINGS[`../../../shared/ui/drawings/${name}`] ?? LOGOS[`../logos/${name}`])
  if (!svg) throw new Error(`The demo world has no picture '${drawing}'.`)
  return svg
}
