/** One deal as the asking person may see it (checklist DEAL-02, 03, 07). */

import type { Database } from '#server/core/database/open.ts'
import type { Principal } from '#server/core/http/principal.ts'
import { notFound } from '#server/core/http/refusal.ts'
import { absolute, type Site } from '#server/core/http/site.ts'
import type { Secret } from '#server/core/secret.ts'
import { pickedSales } from '#server/deals/listing/picked-sales.ts'
import { openHousesOf } from '#server/deals/open-houses/show-open-houses.ts'
import { cardWire, placeOf } from '#server/messaging/property-card.ts'
import type { PropertyWire } from '#shared/contract/properties.ts'
import {
  redactOtherStreets,
  redactStreet,
  type StreetPlace,
} from '#shared/rules/deals/redaction/redact-street.ts'
import { type ShownPlace, shownPlace } from './address-privacy.ts'
import { hasAddressOf, isOwn, isTakenDown, maySee } from './deal-access.ts'
import { dealFacts } from './deal-facts.ts'
import { cleanDescription } from './description.ts'
import { documentsOf } from './documents.ts'
import { hiddenPlaces } from './hidden-streets.ts'
import type { MarketReports } from './market-reports.ts'
import { picturesOf, videosOf } from './pictures.ts'
import { type DealRow, dealRow } from './queries.ts'
import {
  dealsCountOf,
  duplicateIds,
  ownRelation,
  priceChangesOf,
  sellerDealIds,
  similarIds,
  viewsOf,
} from './related.ts'
import { shownComparables } from './shown-market-report.ts'

export interface ShowDeps {
  nowMs: () => number
  db: Database
  site: Site
  secret: Secret
  placesSecret: string
  reports: MarketReports
}

export interface Asked {
  id: number
  who: Principal | null
  /** Opens a draft. */
  previewHash: string | undefined
}

/** Throws 404 for a draft of somebody else as for what does not exist. */
export async function showDeal(deps: ShowDeps, { id, who, previewHash }: Asked): Promise<PropertyWire> {
  const row = await dealRow(deps.db, id)
  if (!row || !maySee(row, who, previewHash)) throw notFound()
  const isGone = isTakenDown(row) && !isOwn(row, who)
  const hasAddress = !isGone && (await hasAddressOf(deps.db, row, who))
  const place = shownPlace({ ...row, is_street_shown: hasAddress }, { hasAddress, secret: deps.placesSecret })
  const hidden = await hiddenPlaces(deps.db, { accountIds: [row.account_id], who })
  const others = hidden.filter(({ id }) => id !== row.id)
  const shown = { row, who, hasAddress, place, others }
  return {
    ...headOf(deps, shown),
    ...(await (isGone ? remainsOf(deps, shown) : everythingOf(deps, shown))),
  }
}

interface Shown {
  row: DealRow
  who: Principal | null
  hasAddress: boolean
  /** As the reader is shown it. */
  place: ShownPlace
  /** The seller's other hidden deals that the reader does not know the address of. */
  others: readonly StreetPlace[]
}

/** What the row itself tells. */
function headOf({ site, nowMs }: ShowDeps, { row, who, hasAddress, place, others }: Shown) {
  const veiled = (text: string | null) =>
    text === null
      ? text
      : redactOtherStreets(hasAddress ? text : redactStreet(text, row), others, { own: row })
  return {
    ...cardWire({ ...row, is_street_shown: hasAddress }, site),
    ...dealFacts(row, nowMs()),
    title: veiled(row.title),
    access: veiled(row.access),
    description: cleanDescription(row.description, { row, isHidden: !hasAddress, others }),
    public_address: placeOf(row),
    street_address_show: row.is_street_shown,
    has_address: hasAddress,
    location_precision: place.precision,
    latitude: place.latitude,
    longitude: place.longitude,
    dispositions_manager: managerOf(row, who, site),
  } satisfies Partial<PropertyWire>
}

/** What other tables hold, each part by a question of its own. */
async function everythingOf(deps: ShowDeps, { row, who, hasAddress, place, others }: Shown) {
  const { db, site } = deps
  const seen = { site, row, isHidden: !hasAddress }
  const [images, videos, documents, report, changes, openHouses] = await Promise.all([
    picturesOf(db, seen),
    videosOf(db, seen),
    documentsOf(deps, { row, who, hasAddress }),
    deps.reports.of(row, { hasAddress }),
    priceChangesOf(db, row),
    openHousesOf(db, who, row.id),
  ])
  const [views, customer, similar, sellers, duplicates, dealsCount] = await Promise.all([
    viewsOf(db, row.id),
    ownRelation(db, who, row.id),
    similarIds(db, row),
    sellerDealIds(db, row),
    duplicateIds(db, row, hasAddress),
    dealsCountOf(db, row.account_id),
  ])
  // The seller picks among the sales around the house: which ones would tell where it is.
  const sales = pickedSales(report?.comparables ?? [], hasAddress ? row.picked_sales : null)
  const veiled = <T extends string | null | undefined>(text: T) =>
    text ? redactOtherStreets(text, others, { own: row }) : text
  return {
    images: images.map((image) => ({ ...image, caption: veiled(image.caption) })),
    videos: videos.map((video) => ({ ...video, caption: veiled(video.caption) })),
    documents: documents.map((document) => ({ ...document, title: veiled(document.title) })),
    customer,
    comparables: shownComparables(sales, { ...place, city: row.city, state: row.state, zip: row.zip }),
    price_changes: changes,
    open_houses: openHouses,
    views_count: views,
    account: { ...accountOf(row, site), deals_count: dealsCount },
    similar_ids: similar,
    seller_deal_ids: sellers,
    duplicate_ids: duplicates,
  } satisfies Partial<PropertyWire>
}

/** Of a deal that was taken down: that it was, and what else there is. */
async function remainsOf({ db, site }: ShowDeps, { row, who }: Shown) {
  const [customer, similar, sellers] = await Promise.all([
    ownRelation(db, who, row.id),
    similarIds(db, row),
    sellerDealIds(db, row),
  ])
  return {
    description: null,
    access: null,
    dispositions_manager: null,
    images: [],
    videos: [],
    documents: [],
    comparables: [],
    price_changes: [],
    open_houses: [],
    customer,
    views_count: 0,
    account: accountOf(row, site),
    similar_ids: similar,
    seller_deal_ids: sellers,
    duplicate_ids: [],
  } satisfies Partial<PropertyWire>
}

const accountOf = (row: DealRow, site: Site) => ({
  id: row.account_id,
  title: row.account_title,
  logo: absolute(site, row.account_logo_url),
  rating: row.account_rating,
  reviews_count: row.account_reviews_count,
  is_verified: row.account_is_verified,
})

/** A phone number on an open page is collected by programs within the day. */
const managerOf = (row: DealRow, who: Principal | null, site: Site) =>
  row.manager_id === null || row.manager_name === null
    ? null
    : {
        id: row.manager_id,
        name: row.manager_name,
        photo: absolute(site, row.manager_photo),
        phone: who ? row.manager_phone : null,
      }
