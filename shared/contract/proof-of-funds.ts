/** Proof of funds and corporate documents (spec section 7): uploads as forms, lists, downloads by short-lived links. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { OFFER_STEPS } from './offer-steps.ts'
import { flag, id, idText, instant, maybe, wrapped } from './wire.ts'

const file = {
  id: id(),
  /** The upload's name, given by the client: sent again, it answers with the first. */
  ref: z.string(),
  file_name: z.string(),
  content_type: z.string(),
  size_bytes: z.number(),
  created_at: instant(),
  /** Signed and short-lived; null without permission, and while the file is quarantined. */
  url: maybe(z.string()),
  /** It waits for a virus scan: downloads answer 409 `quarantined`, and it counts for nothing. */
  is_quarantined: z.optional(flag()),
}

/** Which proofs of funds a seller accepts: as soon as they are uploaded, or after a review. */
export const PROOF_RULES = ['uploaded', 'reviewed'] as const
export type ProofRule = (typeof PROOF_RULES)[number]

export const proofOfFunds = z.object({
  ...file,
  amount_cents: maybe(z.number()),
  bank: maybe(z.string()),
  /** YYYY-MM-DD. */
  valid_until: maybe(z.string()),
  review: maybe(z.enum(['pending', 'approved', 'rejected'])),
  review_reason: maybe(z.string()),
  /** Offers it stands in; it cannot be deleted while one of them is active. */
  offer_ids: maybe(z.array(id())),
  is_in_use: maybe(z.boolean()),
})
export type ProofOfFundsWire = z.output<typeof proofOfFunds>

export const CORPORATE_DOCUMENT_TYPES = [
  'operating_agreement',
  'articles',
  'ein_letter',
  'resolution',
  'trust_certificate',
  'id',
  'other',
] as const
export type CorporateDocumentType = (typeof CORPORATE_DOCUMENT_TYPES)[number]

export const corporateDocument = z.object({
  ...file,
  offer_id: id(),
  type: z.enum(CORPORATE_DOCUMENT_TYPES),
  title: z.string(),
  /** The step to the closing it is of. */
  step: maybe(z.enum(OFFER_STEPS)),
  /** The seller added it, not the buyer. */
  is_from_seller: z.optional(flag()),
})
export type CorporateDocumentWire = z.output<typeof corporateDocument>

const details = {
  amount_cents: z.optional(z.nullable(z.int().check(z.positive()))),
  bank: z.optional(z.nullable(z.string().check(z.maxLength(120)))),
  valid_until: z.optional(z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)))),
}

export const listProofsOfFunds = endpoint({
  name: 'listProofsOfFunds',
  method: 'GET',
  path: '/proof-of-funds',
  summary: 'The proofs of funds of this customer, the latest first.',
  reply: wrapped(z.array(proofOfFunds)),
})

/** A multipart form: `ref`, `proof_file`, and if known `amount_cents`, `bank`, `valid_until`. 422 names what is wrong with the file. */
export const uploadProofOfFunds = endpoint({
  name: 'uploadProofOfFunds',
  method: 'POST',
  path: '/proof-of-funds',
  spec: ['POST /customer/api/proof-of-funds'],
  summary: 'Upload a proof of funds: PDF, JPG, PNG or HEIC up to 15 MB, recognized by its content.',
  reply: wrapped(proofOfFunds),
  status: 201,
})

export const updateProofOfFunds = endpoint({
  name: 'updateProofOfFunds',
  method: 'PUT',
  path: '/proof-of-funds/{proof}',
  summary: 'Set amount, bank and validity of a proof of funds.',
  params: z.object({ proof: idText() }),
  body: z.object(details),
  reply: wrapped(proofOfFunds),
})

export const removeProofOfFunds = endpoint({
  name: 'removeProofOfFunds',
  method: 'DELETE',
  path: '/proof-of-funds/{proof}',
  summary: 'Delete a proof of funds. 409 `in_use` while an active offer uses it.',
  params: z.object({ proof: idText() }),
  reply: z.unknown(),
  status: 204,
})

/** Opened in a new tab: a session is sent on to a signed address. With `until` and `signature` it is that address. */
export const downloadProofOfFunds = endpoint({
  name: 'downloadProofOfFunds',
  method: 'GET',
  path: '/proof-of-funds/{proof}/download',
  auth: 'optional',
  // Staff open files at the console, under their own name.
  scopes: ['session', 'desk'],
  spec: ['GET /customer/api/proof-of-funds/{id}/download'],
  summary:
    'The file, for its owner and the sellers it was shared with. Each download is logged. 409 `quarantined` before its virus scan.',
  params: z.object({ proof: idText() }),
  query: z.object({
    until: z.optional(z.string()),
    holder: z.optional(z.string()),
    signature: z.optional(z.string()),
  }),
  reply: z.unknown(),
})

/** A multipart form: `ref`, `offer_id`, `type`, `title`, `document_file`; ours: `step`. */
export const uploadCorporateDocument = endpoint({
  name: 'uploadCorporateDocument',
  method: 'POST',
  path: '/offers/{offer}/corporate-documents',
  spec: ['POST /customer/api/offers/{id}/corporate-documents'],
  summary: 'Add a document of the buying entity to an offer or a draft, or a file of a closing step.',
  params: z.object({ offer: idText() }),
  reply: wrapped(corporateDocument),
  status: 201,
})

export const removeCorporateDocument = endpoint({
  name: 'removeCorporateDocument',
  method: 'DELETE',
  path: '/offers/{offer}/corporate-documents/{document}',
  summary: 'Remove a document; only while the offer is a draft or open.',
  params: z.object({ offer: idText(), document: idText() }),
  reply: z.unknown(),
  status: 204,
})

export const downloadCorporateDocument = endpoint({
  name: 'downloadCorporateDocument',
  method: 'GET',
  path: '/offers/{offer}/corporate-documents/{document}/download',
  auth: 'optional',
  // Staff open files at the console, under their own name.
  scopes: ['session', 'desk'],
  spec: ['GET /customer/api/offers/{id}/corporate-documents/{docId}/download'],
  summary:
    'The file, for the buyer and the deal’s seller. Each download is logged. 409 `quarantined` before its virus scan.',
  params: z.object({ offer: idText(), document: idText() }),
  query: z.object({
    until: z.optional(z.string()),
    holder: z.optional(z.string()),
    signature: z.optional(z.string()),
  }),
  reply: z.unknown(),
})
