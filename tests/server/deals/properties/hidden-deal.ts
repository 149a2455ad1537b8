/** A hidden deal whose seller tells its street wherever a seller can, put over a row that is there. */
import * as fc from 'fast-check'
import { bumpDealRevision } from '#server/deals/list/bump-revision.ts'
import { dealRow } from '#server/deals/properties/queries.ts'
import type { TestServer } from '#tests/support/server.ts'
import type { Secret } from './leaks.ts'

export interface HiddenDeal extends Secret {
  address: string
  /** How the seller writes of it. */
  said: string
}

const letters = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
  minLength: 4,
  maxLength: 9,
})
const WRITINGS: readonly ((name: string, address: string) => string)[] = [
  (_name, address) => address,
  (_name, address) => address.toUpperCase(),
  (_name, address) => address.toLowerCase().replaceAll(' ', '-'),
  (name) => `the ${name} house`,
  (name) => `${name.toUpperCase()} FLIP`,
  (name) => `off ${name} St, by the park`,
]

export const hiddenDeal: fc.Arbitrary<HiddenDeal> = fc
  .record({
    number: fc.integer({ min: 1, max: 9999 }),
    direction: fc.constantFrom('', 'N ', 'SW '),
    // No word of ours begins so, and the letters are not the town's.
    name: letters.map((rest) => `Xy${rest}`),
    kind: fc.constantFrom(' Street', ' St', ' Avenue', ' Court', ' Bend', ''),
    unit: fc.constantFrom('', ', Apt 4', ' #2'),
    parcel: fc.integer({ min: 1e6, max: 9e6 }).map((digits) => `48201-${digits}`),
    latitude: fc.double({ min: 25, max: 48, noNaN: true }),
    longitude: fc.double({ min: -123, max: -68, noNaN: true }),
    writing: fc.constantFrom(...WRITINGS),
  })
  .map(({ number, direction, name, kind, unit, writing, ...place }) => {
    const address = `${number} ${direction}${name}${kind}${unit}`
    return { ...place, name, address, said: writing(name, `${number} ${direction}${name}${kind}`) }
  })

export async function plant(server: TestServer, id: number, deal: HiddenDeal): Promise<void> {
  const { db } = server.database
  const { said, latitude, longitude } = deal
  const file = `/photos/${said.replaceAll(' ', '-')}.jpg`
  const [half, rest] = [deal.name.slice(0, 3), deal.name.slice(3)]
  const description = `<p>See ${said}, now. The ${half}<em>${rest}</em> house, ${half}\u200b${rest} St.</p><p><a href="https://maps.example/?q=${encodeURIComponent(said)}">Map</a></p>
    <p>Pin: ${latitude.toFixed(5)}, ${longitude.toFixed(5)}. Parcel ${deal.parcel}, ${deal.parcel.replace('-', ' ')}.</p>`
  await db.transaction().execute(async (trx) => {
    await bumpDealRevision(trx, id)
    await trx
      .updateTable('properties')
      .set({
        address: deal.address,
        parcel: deal.parcel,
        latitude,
        longitude,
        is_street_shown: false,
        title: `Look at ${said}`,
        description,
        access: `Lockbox, ${said}`,
        thumb_url: file,
      })
      .where('id', '=', id)
      .execute()
  })
  const of = { property_id: id }
  for (const table of TABLES) await db.deleteFrom(table).where('property_id', '=', id).execute()
  await db
    .insertInto('property_images')
    .values([
      { ...of, position: 1, url: file, thumb_url: file, caption: 'Front' },
      { ...of, position: 2, url: '/photos/5f2c9a.jpg', caption: `Kitchen of ${said}` },
    ])
    .execute()
  await db
    .insertInto('property_videos')
    .values({ ...of, url: file, poster_url: file, caption: said })
    .execute()
  await db
    .insertInto('property_documents')
    .values({
      ...of,
      title: `Inspection of ${said}`,
      kind: 'inspection_report',
      content_type: 'application/pdf',
      size_bytes: 9,
      storage_key: 'a.pdf',
    })
    .execute()
  await db
    .updateTable('open_houses')
    .set({ access_notes: `Park at ${said}`, cancel_reason: `Flood at ${said}` })
    .where('property_id', '=', id)
    .execute()
  await plantReview(server, id, said)
}

/** By a buyer who has the address, and the seller's response. */
async function plantReview(server: TestServer, propertyId: number, said: string): Promise<void> {
  const { db } = server.database
  const of = (await dealRow(db, propertyId))?.account_id ?? 0
  const { id: customerId } = await server.addCustomer('Rita Reviewer')
  const review = { account_id: of, customer_id: customerId, property_id: propertyId, scores: '{}' }
  const { id } = await db
    .insertInto('reviews')
    .values({ ...review, about: 'account', rating: 4, content: `Bought ${said}`, published_at: new Date(0) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('review_responses')
    .values({ review_id: id, content: `Enjoy ${said}` })
    .execute()
}

const TABLES = [
  ...(['property_images', 'property_videos', 'property_documents'] as const),
  ...(['market_reports', 'shown_market_reports', 'reviews'] as const),
]
