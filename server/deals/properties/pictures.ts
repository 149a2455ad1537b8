/** A deal's pictures and videos: what was uploaded, else drawings that say they are. */
import type { Selectable } from 'kysely'
import type { PropertyImagesTable } from '#server/core/database/deal-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow } from '#server/core/database/schema.ts'
import { absolute, type Site } from '#server/core/http/site.ts'
import type { PropertyImageWire, PropertyWire } from '#shared/contract/properties.ts'
import { redactStreet, tellsStreet } from '#shared/rules/deals/redaction/redact-street.ts'

export interface Seen {
  site: Site
  row: PropertyRow
  /** The street is hidden from who looks: what tells it is left out. */
  isHidden: boolean
}

export async function picturesOf(db: Database, seen: Seen): Promise<PropertyImageWire[]> {
  return (await picturesByDeal(db, [seen])).get(seen.row.id) ?? []
}

/** Of a page of deals, with one question. */
export async function picturesByDeal(
  db: Database,
  seen: readonly Seen[],
): Promise<ReadonlyMap<number, PropertyImageWire[]>> {
  const images = await uploadedImages(
    db,
    seen.map(({ row }) => row.id),
  )
  return new Map(
    seen.map((one) => [
      one.row.id,
      shownPictures(
        one,
        images.filter(({ property_id }) => property_id === one.row.id),
      ),
    ]),
  )
}

function shownPictures(seen: Seen, images: Selectable<PropertyImagesTable>[]): PropertyImageWire[] {
  if (images.length === 0) return drawingsOf(seen)
  const { site, row, isHidden } = seen
  return images
    .filter(({ url, thumb_url }) => !isHidden || !tellsStreet(`${url} ${thumb_url ?? ''}`, row))
    .map((image) => ({
      id: image.id,
      url: absolute(site, image.url) ?? image.url,
      thumbnail: absolute(site, image.thumb_url),
      caption: isHidden && image.caption !== null ? redactStreet(image.caption, row) : image.caption,
      is_illustration: image.is_illustration,
    }))
}

export async function videosOf(db: Database, { site, row, isHidden }: Seen): Promise<PropertyWire['videos']> {
  const videos = await uploadedVideos(db, row.id)
  return videos
    .filter(({ url, poster_url }) => !isHidden || !tellsStreet(`${url} ${poster_url ?? ''}`, row))
    .map((video) => ({
      id: video.id,
      url: absolute(site, video.url) ?? video.url,
      poster: absolute(site, video.poster_url),
      caption: isHidden && video.caption !== null ? redactStreet(video.caption, row) : video.caption,
    }))
}

/** By property_images_property. */
const uploadedImages = async (db: Database, propertyIds: readonly number[]) =>
  propertyIds.length === 0
    ? []
    : db
        .selectFrom('property_images')
        .selectAll()
        .where('property_id', 'in', propertyIds)
        .orderBy('position')
        .orderBy('id')
        .execute()

/** By property_videos_property. */
const uploadedVideos = (db: Database, propertyId: number) =>
  db.selectFrom('property_videos').selectAll().where('property_id', '=', propertyId).orderBy('id').execute()

/** What a drawn house is shown with after its front, in this order; land has neither rooms nor a yard. */
const DRAWN_VIEWS = [
  { view: 'living', caption: 'Living room' },
  { view: 'kitchen', caption: 'Kitchen' },
  { view: 'bedroom', caption: 'Bedroom' },
  { view: 'bathroom', caption: 'Bathroom' },
  { view: 'yard', caption: 'Back yard' },
  { view: 'street', caption: 'Street' },
] as const
const LAND_VIEWS = DRAWN_VIEWS.filter(({ view }) => view === 'street')
const LAND = 9

function drawingsOf({ site, row, isHidden }: Seen): PropertyImageWire[] {
  const { thumb_url: thumb } = row
  if (row.illustration === null)
    return thumb === null || (isHidden && tellsStreet(thumb, row)) ? [] : [drawing(1, 'Front', thumb)]
  const name = String(row.illustration).padStart(4, '0')
  const views = row.property_type_id === LAND ? LAND_VIEWS : DRAWN_VIEWS
  return [
    drawing(1, 'Front', `/drawings/seeded/${name}.svg`),
    ...views.map(({ view, caption }, index) =>
      drawing(index + 2, caption, `/drawings/seeded/${name}-${view}.svg`),
    ),
  ]

  /** No row has such an id: it tells the pictures of one deal apart, so that a view of one counts once. */
  function drawing(id: number, caption: string, path: string): PropertyImageWire {
    const url = absolute(site, path) ?? path
    return { id, url, thumbnail: url, caption, is_illustration: true }
  }
}
