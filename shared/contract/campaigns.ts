/**
 * What a seller sends to many buyers at once (checklist SEL-07, NOT-05): a blast, or a digest of deals. Ours. It is kept, goes out
 * beside the requests, and can be followed while it does.
 */
import * as z from 'zod/mini'
import { done } from './account.ts'
import {
  BUYER_TAG_MAX_LENGTH,
  BUYER_TAGS_MAX,
  DIGEST_DEALS_MAX,
  SUBJECT_MAX_LENGTH,
} from './campaign-limits.ts'
import { endpoint } from './endpoint.ts'
import { MESSAGE_MAX_LENGTH } from './limits.ts'
import { messageProperty } from './message-property.ts'
import { amount, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

export const CAMPAIGN_STATES = ['scheduled', 'sending', 'sent', 'cancelled'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/** Why a buyer of the audience got nothing. */
export const LEFT_OUT = [
  /** Stopped mails or texts of this kind. */
  'opted_out',
  /** No confirmed address, or no confirmed number that agreed to texts. */
  'unreachable',
  /** Agreed to texts, but not for sellers' offers. */
  'no_consent',
  /** Was imported by a company with double opt-in and has not confirmed. */
  'unconfirmed',
  /** Had enough blasts this week. */
  'cap',
  /** Had this house from another seller, or these words from this one. */
  'repeated',
  /** Hid the deal. */
  'hidden',
  /** Is blocked, or left while it went out. */
  'gone',
  /** The seller called it off. */
  'cancelled',
  /** Its deals were taken down before it went out. */
  'off_market',
] as const
export type LeftOut = (typeof LEFT_OUT)[number]

export const buyerTag = () =>
  z.string().check(z.trim(), z.minLength(1, 'Enter a name for the tag.'), z.maxLength(BUYER_TAG_MAX_LENGTH))

/** All parts have to hold; without any it is every buyer of the account. */
const audience = z.object({
  /** Buyers one of whose boxes fits this deal. */
  deal_id: z.optional(id()),
  /** And by at least this score. */
  min_score: z.optional(z.int().check(z.gte(0), z.lte(100))),
  /** The browse page's filters as its address has them: buyers one of whose boxes fits a listed deal that passes them. */
  query: z.optional(z.string().check(z.maxLength(2000))),
  /** Buyers with any of these. */
  tags: z.optional(z.array(buyerTag()).check(z.maxLength(BUYER_TAGS_MAX))),
})
export type AudienceWire = z.output<typeof audience>

const words = () =>
  z
    .string()
    .check(
      z.maxLength(
        MESSAGE_MAX_LENGTH,
        `The message must not be longer than ${MESSAGE_MAX_LENGTH} characters.`,
      ),
    )

const channel = z.enum(['sms', 'email'])

const draft = z.object({
  channel,
  /** Of the mail; without it one is made of the deal. */
  subject: z.optional(z.string().check(z.trim(), z.maxLength(SUBJECT_MAX_LENGTH))),
  message: z.optional(words()),
  property_id: z.optional(id()),
})
export type BlastDraft = z.output<typeof draft>

const campaign = z.object({
  id: id(),
  kind: z.enum(['blast', 'deals_digest']),
  channel: maybe(channel),
  subject: maybe(z.string()),
  message: maybe(z.string()),
  properties: z.array(messageProperty),
  audience,
  state: z.enum(CAMPAIGN_STATES),
  /** Who made it. */
  by: maybe(z.string()),
  created_at: instant(),
  /** When it goes out, or went. */
  send_at: instant(),
  finished_at: maybe(instant()),
  stats: z.object({
    /** Buyers it is for; grows while they are being found. */
    audience: amount(),
    /** Stands in the thread; its mail or text is sent, or on its way. */
    sent: amount(),
    /** Is still to come. */
    waiting: amount(),
    /** Could not be sent after several tries. */
    failed: amount(),
    left_out: z.partialRecord(z.enum(LEFT_OUT), amount()),
  }),
  /** When it was given up as a whole; only in a single campaign. */
  failed_at: maybe(instant()),
  /** Some of the buyers for whom it failed; only in a single campaign. */
  failed_buyers: maybe(z.array(z.object({ id: id(), name: z.string() }))),
  /** What came of it, once it is out; one campaign alone says so, a list does not. */
  results: maybe(
    z.object({
      /** Read the message, followed the link of the mail or text, wrote back. */
      read: amount(),
      clicked: amount(),
      replied: amount(),
      /** Mails or texts that were handed over, wait (for the morning, or for a service that does not answer), and were given up. */
      delivered: amount(),
      pending: amount(),
      failed: amount(),
    }),
  ),
})
export type CampaignWire = z.output<typeof campaign>

const when = {
  audience: z.optional(audience),
  /** ISO with offset; without it, now. */
  send_at: z.optional(z.iso.datetime({ offset: true, error: 'Enter a date and time.' })),
}

export const sellerBlast = endpoint({
  name: 'sellerBlast',
  permission: 'outreach',
  method: 'POST',
  path: '/account/api/blasts',
  at: 'site',
  auth: 'account',
  idempotency: 'optional',
  summary: 'Send one message to buyers of this account, as SMS or Email and in the messenger; now, or later.',
  body: z.extend(draft, when),
  reply: wrapped(campaign),
  status: 201,
})

export const sellerDigest = endpoint({
  name: 'sellerDigest',
  permission: 'outreach',
  method: 'POST',
  path: '/account/api/deals-digests',
  at: 'site',
  auth: 'account',
  idempotency: 'optional',
  summary: 'Send buyers of this account a digest of its deals in the messenger; each deal is a card.',
  body: z.extend(
    z.object({
      message: z.optional(words()),
      property_ids: z.array(id()).check(z.minLength(1), z.maxLength(DIGEST_DEALS_MAX)),
    }),
    when,
  ),
  reply: wrapped(campaign),
  status: 201,
})

export const sellerCampaigns = endpoint({
  name: 'sellerCampaigns',
  method: 'GET',
  path: '/account/api/campaigns',
  at: 'site',
  auth: 'account',
  summary: 'The blasts and digests of this account, the latest first.',
  query: z.object({ page: pageNumber() }),
  reply: page(campaign),
})

export const sellerCampaign = endpoint({
  name: 'sellerCampaign',
  method: 'GET',
  path: '/account/api/campaigns/{campaign}',
  at: 'site',
  auth: 'account',
  summary: 'One blast or digest: its progress, who was left out and why, and its results.',
  params: z.object({ campaign: idText() }),
  reply: wrapped(campaign),
})

export const sellerCancelCampaign = endpoint({
  name: 'sellerCancelCampaign',
  permission: 'outreach',
  method: 'PUT',
  path: '/account/api/campaigns/{campaign}/cancel',
  at: 'site',
  auth: 'account',
  summary: 'Cancel it; remaining recipients get nothing. 409 with code `past` if it is already sent.',
  params: z.object({ campaign: idText() }),
  reply: wrapped(campaign),
})

export const sellerResendCampaign = endpoint({
  name: 'sellerResendCampaign',
  permission: 'outreach',
  method: 'POST',
  path: '/account/api/campaigns/{campaign}/retry',
  at: 'site',
  auth: 'account',
  summary: 'Send it again to the buyers for whom it failed. Nobody gets it twice.',
  params: z.object({ campaign: idText() }),
  reply: wrapped(campaign),
})

export const sellerAudience = endpoint({
  name: 'sellerAudience',
  permission: 'outreach',
  method: 'POST',
  path: '/account/api/campaigns/audience',
  at: 'site',
  auth: 'account',
  summary: 'How many buyers such a blast would reach, and how many it would leave out and why.',
  body: z.object({
    channel: z.optional(channel),
    property_id: z.optional(id()),
    audience,
  }),
  reply: wrapped(
    z.object({
      count: amount(),
      reachable: amount(),
      left_out: z.partialRecord(z.enum(LEFT_OUT), amount()),
    }),
  ),
})

export const sellerPreviewBlast = endpoint({
  name: 'sellerPreviewBlast',
  permission: 'outreach',
  method: 'POST',
  path: '/account/api/blasts/preview',
  at: 'site',
  auth: 'account',
  summary: 'A blast as a buyer would get it: the mail, or the text.',
  body: draft,
  reply: wrapped(z.object({ subject: maybe(z.string()), text: z.string() })),
})

export const sellerTestBlast = endpoint({
  name: 'sellerTestBlast',
  permission: 'outreach',
  method: 'POST',
  path: '/account/api/blasts/test',
  at: 'site',
  auth: 'account',
  summary: 'Send a test of a blast to the email or number of the logged-in member.',
  body: draft,
  reply: done,
})
