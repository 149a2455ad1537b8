/** Proofs of funds and corporate documents as the wire has them. Whether somebody may know of one at all is asked before. */
import { type Holder, holderOf, holderText, signLink } from '#server/files/signed-link.ts'
import type { Principal } from '#server/http/principal.ts'
import type { Site } from '#server/http/site.ts'
import {
  type CorporateDocumentType,
  type CorporateDocumentWire,
  downloadCorporateDocument,
  downloadProofOfFunds,
  type ProofOfFundsWire,
} from '#shared/contract/funds.ts'
import { FILE_LINK_LIFETIME_MS } from '#shared/contract/limits.ts'
import type { CorporateDocumentRow } from './corporate-documents.ts'
import type { ProofRow, ProofUse } from './proofs.ts'

export interface Links {
  secret: string
  site: Site
}

/** `use` is the owner's to know. With `who` null nothing can be opened. */
export function proofWire(
  links: Links,
  row: ProofRow,
  { who, use }: { who: Principal | null; use?: ProofUse },
): ProofOfFundsWire {
  const isOwner = who?.kind === 'customer' && who.id === row.customer_id
  return {
    ...fileWire(row, isOwner),
    url: who && mayHaveLinks(who) && row.deleted_at === null ? proofLink(links, row.id, holderOf(who)) : null,
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
  return {
    ...fileWire(row, who?.kind === 'customer'),
    url: who && mayHaveLinks(who) ? corporateDocumentLink(links, row, holderOf(who)) : null,
    offer_id: row.offer_id,
    type: row.type as CorporateDocumentType,
    title: row.title,
  }
}

/** A link names its holder in the log. Somebody of the house who looks at an account opens files from the console, under their own name. */
export const mayHaveLinks = (who: Principal): boolean => who.kind !== 'customer' || who.purpose !== 'view'

/** The client's own name of an upload is nobody else's business. */
const fileWire = (row: ProofRow | CorporateDocumentRow, isOwner: boolean) => ({
  id: row.id,
  ref: isOwner ? row.ref : '',
  file_name: row.file_name,
  content_type: row.content_type,
  size_bytes: row.size_bytes,
  created_at: row.created_at.toISOString(),
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

function signed({ secret, site }: Links, link: { path: string; subject: string; holder: Holder }): string {
  const { until, signature } = signLink(secret, link.subject, Date.now() + FILE_LINK_LIFETIME_MS)
  const query = new URLSearchParams({ until, holder: holderText(link.holder), signature })
  return `${site.origin}${API_ROOT}${link.path}?${query}`
}

const API_ROOT = '/customer/api'
