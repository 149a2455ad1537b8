/** Offers as the wire has them: for the buyer, or for the seller of the deal. What a page needs beside its rows is asked once. */

import type { Selectable } from 'kysely'
import type { ProofsOfFundsTable } from '#server/core/database/offer-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import type { PropertyRow } from '#server/core/database/schema.ts'
import type { AccountPrincipal, CustomerPrincipal } from '#server/core/http/principal.ts'
import { absolute, type Site } from '#server/core/http/site.ts'
import type { Secret } from '#server/core/secret.ts'
import { picturesByDeal } from '#server/deals/properties/pictures.ts'
import { addressAccess } from '#server/messaging/address-access.ts'
import { cardWire } from '#server/messaging/property-card.ts'
import {
  type CorporateDocumentRow,
  corporateDocumentsOf,
} from '#server/offers/proof-of-funds/corporate-documents.ts'
import { corporateDocumentWire, proofWire } from '#server/offers/proof-of-funds/proof-wire.ts'
import {
  OFFER_STEPS,
  type OfferDetailWire,
  type OfferMoveWire,
  type OfferWire,
} from '#shared/contract/offers.ts'
import { DEAL_STATUSES, type PropertyImageWire } from '#shared/contract/properties.ts'
import { amountOf, offerSummaryOf } from './notify.ts'
import { dealsOf, type MoveRow, movesOf, type NamedOffer, proofsById } from './queries.ts'
import { type StepRow, stepsOf } from './steps.ts'

export interface WireDeps {
  db: Database
  site: Site
  secret: Secret
  nowMs: () => number
}

export type Reader = CustomerPrincipal | AccountPrincipal

/** In the order of `rows`, which the reader may read. */
export async function offerWires(
  deps: WireDeps,
  who: Reader,
  rows: readonly NamedOffer[],
): Promise<OfferWire[]> {
  if (rows.length === 0) return []
  const beside = await besideOf(deps, who, rows)
  return rows.map((row) => offerWire(deps, { row, who, beside }))
}

/** With all that happened to it. */
export async function offerDetailWire(
  deps: WireDeps,
  who: Reader,
  row: NamedOffer,
): Promise<OfferDetailWire> {
  const beside = await besideOf(deps, who, [row])
  const [moves, steps] = [await movesOf(deps.db, row.id), await stepsOf(deps.db, row.id)]
  return {
    ...offerWire(deps, { row, who, beside }),
    moves: moves.map((move) => moveWire(move, row)),
    steps: stepWires(steps),
  }
}

interface Beside {
  deals: ReadonlyMap<number, PropertyRow>
  opened: ReadonlySet<number>
  pictures: ReadonlyMap<number, PropertyImageWire[]>
  documents: readonly CorporateDocumentRow[]
  proofs: ReadonlyMap<number, Selectable<ProofsOfFundsTable>>
}

async function besideOf({ db, site }: WireDeps, who: Reader, rows: readonly NamedOffer[]): Promise<Beside> {
  const deals = await dealsOf(db, [...new Set(rows.map(({ property_id }) => property_id))])
  const hidden = deals.filter((deal) => !deal.is_street_shown).map(({ id }) => id)
  const opened = await addressAccess(db, who, hidden)
  const seen = deals.map((row) => ({ row, site, isHidden: !row.is_street_shown && !opened.has(row.id) }))
  const proofIds = rows.flatMap(({ proof_id }) => proof_id ?? [])
  const proofs = proofIds.length === 0 ? [] : await proofsById(db, proofIds)
  return {
    deals: new Map(deals.map((deal) => [deal.id, deal])),
    opened,
    pictures: await picturesByDeal(db, seen),
    documents: await corporateDocumentsOf(
      db,
      rows.map(({ id }) => id),
    ),
    proofs: new Map(proofs.map((proof) => [proof.id, proof])),
  }
}

interface Shown {
  row: NamedOffer
  who: Reader
  beside: Beside
}

function offerWire(deps: WireDeps, { row, who, beside }: Shown): OfferWire {
  const { site } = deps
  const hasFiles = mayHaveFiles(who)
  const proof = row.proof_id === null || !hasFiles ? undefined : beside.proofs.get(row.proof_id)
  return {
    ...offerSummaryOf(row, deps.nowMs()),
    created_at: row.created_at.toISOString(),
    submitted_at: row.submitted_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    terms: row.terms,
    platform_fee: amountOf(row.platform_fee_cents),
    snapshot: row.snapshot && { ...row.snapshot, image: absolute(site, row.snapshot.image ?? null) },
    property: propertyWire(deps, row, beside),
    account: { id: row.account_id, title: row.account_title, logo: absolute(site, row.account_logo_url) },
    customer: { id: row.customer_id, name: row.customer_name, photo: absolute(site, row.customer_photo) },
    corporate_documents: beside.documents
      .filter(({ offer_id }) => hasFiles && offer_id === row.id)
      .map((document) => corporateDocumentWire(deps, document, { who })),
    proof_of_funds: proof ? proofWire(deps, proof, { who }) : null,
    release_reason: row.release_reason,
  }
}

/** The bearer of a messenger on a foreign page moves an offer by its card; files, and links that open them, are no part of it. */
const mayHaveFiles = (who: Reader): boolean => who.scope !== 'messages' && who.scope !== 'view'

/** The foreign key holds: an offer without its deal is a bug. A draft opens nothing: of a deal that was taken down it shows what its page does. */
function propertyWire(
  { site }: WireDeps,
  { property_id: id, state }: NamedOffer,
  beside: Beside,
): OfferWire['property'] {
  const deal = beside.deals.get(id)
  if (!deal) throw new Error(`An offer is about deal ${id}, which is not there.`)
  const isGone = state === 'draft' && deal.listing === 'removed'
  const hasStreet = !isGone && (deal.is_street_shown || beside.opened.has(id))
  const pictures = isGone ? [] : (beside.pictures.get(id) ?? [])
  return {
    ...cardWire({ ...deal, is_street_shown: hasStreet }, site),
    status: DEAL_STATUSES[deal.status] ?? 'available',
    listing: deal.listing,
    images: pictures.map(({ url, thumbnail }) => ({ url, thumbnail })),
  }
}

const moveWire = (move: MoveRow, offer: NamedOffer): OfferMoveWire => ({
  id: move.id,
  kind: move.kind as OfferMoveWire['kind'],
  by: move.by,
  name: nameOf(move, offer),
  from_state: move.from_state,
  to_state: move.to_state,
  price: amountOf(move.price_cents),
  terms: move.terms,
  note: move.note,
  created_at: move.created_at.toISOString(),
})

function nameOf({ by }: MoveRow, offer: NamedOffer): string | null {
  if (by === 'system') return null
  return by === 'buyer' ? offer.customer_name : offer.account_title
}

/** Every step, in order, whether or not anything was said of it yet. */
function stepWires(rows: readonly StepRow[]): OfferDetailWire['steps'] {
  return OFFER_STEPS.map((step) => {
    const row = rows.find((one) => one.step === step)
    return {
      step,
      due_on: row?.due_on ?? null,
      note: row?.note ?? null,
      done_at: row?.done_at?.toISOString() ?? null,
      done_by: row?.done_by ?? null,
    }
  })
}
