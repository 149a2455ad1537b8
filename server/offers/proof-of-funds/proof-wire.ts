/** Proofs of funds and corporate documents as the wire has them. Whether somebody may know of one at all is asked before. */

import type { Principal } from '#server/core/http/principal.ts'
import type { Site } from '#server/core/http/site.ts'
import type { Secret } from '#server/core/secret.ts'
import { type Holder, holderOf, holderText, signLink } from '#server/providers/files/signed-link.ts'
import { FILE_LINK_LIFETIME_MS } from '#shared/contract/limits.ts'
import type { OfferStep } from '#shared/contract/offers.ts'
import {
  type CorporateDocumentType,
  type CorporateDocumentWire,
  downloadCorporateDocument,
  downloadProofOfFunds,
  type ProofOfFundsWire,
} from '#shared/contract/proof-of-funds.ts'
import type { CorporateDocumentRow } from './corporate-documents.ts'
import type { ProofRow, ProofUse } from './proofs.ts'

export interface Links {
  secret: Secret
  site: Site
  nowMs: () => number
}

/** `use` is the owner's to know. With `who` null nothing can be opened, and nothing while it is quarantined. */
export function proofWire(
  links: Links,
  row: ProofRow,
  { who, use }: { who: Principal | null; use?: ProofUse },
): ProofOfFundsWire {
  const isOwner = who?.kind === 'customer' && who.id === row.customer_id
  const holder = linkHolder(who, row)
  return {
    ...fileWire(row, isOwner),
    url: holder && row.deleted_at === null ? proofLink(links, row.id, holder) : null,
    amount_cents: row.amount_cents,
    bank: row.bank,
    valid_until: row.valid_until,
    review: row.review,
    review_reason: isOwner ? row.review_reason : null,
    ...(use ? { offer_ids: use.offerIds, is_in_use: use.isInUse } : {}),
  }
}

export function corporateDocumentWire(
  links: Links,
  row: CorporateDocumentRow,
  { who }: { who: Principal | null },
): CorporateDocumentWire {
  const holder = linkHolder(who, row)
  return {
    ...fileWire(row, who?.kind === (row.is_from_seller ? 'account' : 'customer')),
    url: holder && corporateDocumentLink(links, row, holder),
    offer_id: row.offer_id,
    type: row.type as CorporateDocumentType,
    title: row.title,
    step: row.step as OfferStep | null,
    is_from_seller: row.is_from_seller,
  }
}

/** A link names its holder in the log. Somebody of the house who looks at an account opens files from the console, under their own name. */
const linkHolder = (who: Principal | null, row: ProofRow | CorporateDocumentRow): Holder | null =>
  who === null || who.scope === 'view' || row.is_quarantined ? null : holderOf(who)

/** The client's own name of an upload is nobody else's business. */
const fileWire = (row: ProofRow | CorporateDocumentRow, isOwner: boolean) => ({
  id: row.id,
  ref: isOwner ? row.ref : '',
  file_name: row.file_name,
  content_type: row.content_type,
  size_bytes: row.size_bytes,
  created_at: row.created_at.toISOString(),
  is_quarantined: row.is_quarantined,
})

export const proofSubject = (proofId: number, holder: Holder): string =>
  `proof of funds ${proofId} for ${holderText(holder)}`

export const proofLink = (links: Links, proofId: number, holder: Holder): string =>
  signed(links, {
    path: downloadProofOfFunds.path.replace('{proof}', String(proofId)),
    subject: proofSubject(proofId, holder),
    holder,
  })

export const corporateDocumentSubject = (documentId: number, holder: Holder): string =>
  `corporate document ${documentId} for ${holderText(holder)}`

export const corporateDocumentLink = (
  links: Links,
  { id, offer_id: offerId }: { id: number; offer_id: number },
  holder: Holder,
): string =>
  signed(links, {
    path: downloadCorporateDocument.path
      .replace('{offer}', String(offerId))
      .replace('{document}', String(id)),
    subject: corporateDocumentSubject(id, holder),
    holder,
  })

function signed(
  { secret, site, nowMs }: Links,
  link: { path: string; subject: string; holder: Holder },
): string {
  const { until, signature } = signLink(secret, link.subject, nowMs() + FILE_LINK_LIFETIME_MS)
  const query = new URLSearchParams({ until, holder: holderText(link.holder), signature })
  return `${site.origin}${API_ROOT}${link.path}?${query}`
}

const API_ROOT = '/customer/api'
