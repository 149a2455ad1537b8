/**
 * The buyers of a seller's account (checklist SEL-08): who talks with it, who was imported, their tags, and how well a deal fits
 * them. Ours. Nothing here says how a buyer is reached, but for addresses the seller brought.
 */
import * as z from 'zod/mini'
import { done } from './account.ts'
import { BUYER_TAGS_MAX, CONSENT_HOW_MAX_LENGTH, IMPORT_ROWS_MAX } from './campaign-limits.ts'
import { buyerTag } from './campaigns.ts'
import { endpoint } from './endpoint.ts'
import { SEARCH_MAX_LENGTH } from './limits.ts'
import { buyerCard } from './seller-offers.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

export const BUYER_SOURCES = ['conversation', 'attached', 'import'] as const
export type BuyerSource = (typeof BUYER_SOURCES)[number]

/** The proof of imports that say of consent only yes or no. */
export const SELLERS_WORD = 'the seller’s word at the import'

const consentProof = z.object({
  /** In words, e.g. `form on our site`. */
  how: z.string().check(z.trim(), z.maxLength(CONSENT_HOW_MAX_LENGTH)),
  /** The day: `2026-03-01`, an instant, or `3/1/2026`. */
  at: z.string().check(z.trim(), z.maxLength(40)),
})

const keptProof = z.extend(consentProof, {
  /** The name of the member who imported it; null after they left. */
  by: maybe(z.string()),
  /** The day they confirmed it by email. */
  confirmed_at: z.optional(z.string()),
})
export type KeptProofWire = z.output<typeof keptProof>

const sellerBuyerRow = z.object({
  id: id(),
  name: z.string(),
  /** As the seller imported it; null for who came by themselves. */
  email: maybe(z.string()),
  source: z.enum(BUYER_SOURCES),
  tags: z.array(z.string()),
  /** Says the seller of who was imported: agreed to be written to. */
  has_consent: flag(),
  /** As the seller imported it, E.164. */
  phone: maybe(z.string()),
  /** Of who was imported: the proof for each channel that has one. The others have no consent. */
  consents: maybe(z.object({ email: z.optional(keptProof), sms: z.optional(keptProof) })),
  /** Asked by email to confirm, or about to be; absent otherwise. */
  is_unconfirmed: z.optional(z.boolean()),
  created_at: instant(),
  /** Null for who has no account here yet. */
  customer: maybe(buyerCard),
  /** How the deal asked about fits: by the same score that the buyer sees, without what the buyer asks for. */
  match: maybe(
    z.object({
      /** 0 to 100. */
      score: amount(),
      is_match: flag(),
      /** In few words, e.g. `All but price`. */
      reason: z.string(),
    }),
  ),
})
export type SellerBuyerRowWire = z.output<typeof sellerBuyerRow>

export const sellerBuyers = endpoint({
  name: 'sellerBuyers',
  method: 'GET',
  path: '/account/api/buyers',
  at: 'site',
  auth: 'account',
  summary: 'The buyers of this account, the latest first; with a deal, the best matches first.',
  query: z.object({
    page: pageNumber(),
    /** Says how well this deal of the account fits each. */
    deal: z.optional(idText()),
    tag: z.optional(buyerTag()),
    /** In the name, or the address that was imported. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_MAX_LENGTH))),
  }),
  reply: z.extend(page(sellerBuyerRow), {
    /** All tags of the account, for choosing. */
    tags: z.array(z.string()),
    count: amount(),
    /** False for a deal that is not listed: it is held against no buy box. */
    is_matched: flag(),
  }),
})

export const sellerTagBuyer = endpoint({
  name: 'sellerTagBuyer',
  permission: 'reply',
  method: 'PUT',
  path: '/account/api/buyers/{buyer}/tags',
  at: 'site',
  auth: 'account',
  summary: 'Set the tags of a buyer; tags that are not listed are removed.',
  params: z.object({ buyer: idText() }),
  body: z.object({ tags: z.array(buyerTag()).check(z.maxLength(BUYER_TAGS_MAX)) }),
  reply: wrapped(z.object({ tags: z.array(z.string()) })),
})

const importRow = z.object({
  /** Its line in the file. */
  line: amount(),
  email: z.string().check(z.maxLength(254)),
  name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  tags: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100))),
  /** Agreed to be written to. Who did not is kept, and gets nothing. With `consents` it is not read. */
  has_consent: flag(),
  /** US and Puerto Rico, in any usual writing. */
  phone: z.optional(z.string().check(z.maxLength(40))),
  /** The proof for each channel; a channel without one has no consent. Texts need `phone`. */
  consents: z.optional(z.object({ email: z.optional(consentProof), sms: z.optional(consentProof) })),
})
export type ImportRow = z.output<typeof importRow>

export const sellerImportBuyers = endpoint({
  name: 'sellerImportBuyers',
  permission: 'settings',
  method: 'POST',
  path: '/account/api/buyers/import',
  at: 'site',
  auth: 'account',
  summary: 'Add buyers from a list, or update existing ones. For administrators of the account.',
  body: z.object({ rows: z.array(importRow).check(z.minLength(1), z.maxLength(IMPORT_ROWS_MAX)) }),
  reply: wrapped(
    z.object({
      added: amount(),
      updated: amount(),
      /** Who get an email in which they confirm; nothing before. */
      unconfirmed: amount(),
      /** With the line and why, in words. */
      skipped: z.array(z.object({ line: amount(), reason: z.string() })),
    }),
  ),
})

export const sellerRemoveBuyer = endpoint({
  name: 'sellerRemoveBuyer',
  permission: 'settings',
  method: 'DELETE',
  path: '/account/api/buyers/{buyer}',
  at: 'site',
  auth: 'account',
  summary: 'Remove an imported buyer who has no conversation with the account. For administrators.',
  params: z.object({ buyer: idText() }),
  reply: done,
})
