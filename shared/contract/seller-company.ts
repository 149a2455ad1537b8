/** What an account is, who is in the seller app, and what helps them answer. Settings are the administrators'. Ours, beside the spec's calls. */
import * as z from 'zod/mini'
import { personName } from './account.ts'
import { endpoint } from './endpoint.ts'
import { POSTAL_ADDRESS_MAX_LENGTH } from './installation.ts'
import { MESSAGE_MAX_LENGTH } from './limits.ts'
import { MEMBER_ROLES } from './member-roles.ts'
import { PROOF_RULES } from './proof-of-funds.ts'
import { amount, emailAddress, flag, id, idText, instant, maybe, wrapped } from './wire.ts'

const company = z.object({
  id: id(),
  title: z.string(),
  logo: maybe(z.string()),
  about: maybe(z.string()),
  /** Where it gets letters, in one line; in each commercial mail. */
  postal_address: maybe(z.string()),
  /** Two letters: where the company is registered. Buyers see neither this nor the EIN. */
  registration_state: maybe(z.string()),
  /** As `12-3456789`. */
  ein: maybe(z.string()),
  /** Two-letter codes of the states it serves. */
  states: z.array(z.string()),
  /** Takes offers from people whose identity is verified only. */
  requires_id: flag(),
  /** Buyers may write first, without having been introduced. */
  accepts_first_contact: flag(),
  /** Imported contacts get nothing before they confirmed by email. */
  has_double_opt_in: flag(),
  /** Buyers see when their messages were read. */
  shows_read_marks: flag(),
  /** Which proofs of funds count for an offer and for an address. */
  proof_rule: z.enum(PROOF_RULES),
  /** Everybody on the team must log in in two steps. */
  requires_two_step: flag(),
  /** Staff have checked who it is. */
  is_verified: maybe(flag()),
  /** The public page. */
  url: z.string(),
  rating: maybe(amount()),
  reviews_count: amount(),
  /** The usual time until a buyer is answered, over the last 90 days; null while there is too little to say. */
  response_time_hours: maybe(amount()),
})
export type SellerCompanyWire = z.output<typeof company>

const ours = { at: 'site', auth: 'account' } as const
const COMPANY = '/account/api/company'

export const sellerCompany = endpoint({
  ...ours,
  name: 'sellerCompany',
  permission: 'settings',
  method: 'GET',
  path: COMPANY,
  summary: 'The account’s own settings. For administrators.',
  reply: wrapped(company),
})

export const sellerExport = endpoint({
  name: 'sellerExport',
  permission: 'settings',
  method: 'GET',
  path: '/account/api/export.zip',
  ...ours,
  summary:
    'Everything the account has as a ZIP file: `index.html`, `data/{table}.json`, and photos and documents under `files/`. The download is logged.',
  reply: z.unknown(),
})

const companyChange = z.object({
  title: z.optional(z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(120))),
  about: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(2000, 'At most 2000 characters.')))),
  postal_address: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(POSTAL_ADDRESS_MAX_LENGTH, `At most ${POSTAL_ADDRESS_MAX_LENGTH} characters.`),
        ),
    ),
  ),
  /** An empty text takes it out, as with the EIN. */
  registration_state: z.optional(z.string().check(z.regex(/^([A-Z]{2})?$/, 'Choose a state.'))),
  ein: z.optional(
    z.string().check(z.trim(), z.regex(/^(\d{2}-?\d{7})?$/, 'Enter the 9 digits of the EIN, as 12-3456789.')),
  ),
  states: z.optional(
    z.array(z.string().check(z.regex(/^[A-Z]{2}$/, 'Choose a state.'))).check(z.maxLength(60)),
  ),
  requires_id: z.optional(z.boolean()),
  accepts_first_contact: z.optional(z.boolean()),
  /** Needs a postal address. */
  has_double_opt_in: z.optional(z.boolean()),
  shows_read_marks: z.optional(z.boolean()),
  proof_rule: z.optional(z.enum(PROOF_RULES)),
})
export type CompanyChange = z.output<typeof companyChange>

export const sellerSaveCompany = endpoint({
  ...ours,
  name: 'sellerSaveCompany',
  permission: 'settings',
  method: 'PUT',
  path: COMPANY,
  summary: 'Change the account’s settings. For administrators.',
  body: companyChange,
  reply: wrapped(company),
})

export const sellerUploadLogo = endpoint({
  ...ours,
  name: 'sellerUploadLogo',
  permission: 'settings',
  method: 'POST',
  path: `${COMPANY}/logo`,
  summary:
    'Upload a logo as a multipart form with the field `logo`: JPEG, PNG or WebP of at most 5 MB. For administrators.',
  reply: wrapped(company),
})

export const sellerRemoveLogo = endpoint({
  ...ours,
  name: 'sellerRemoveLogo',
  permission: 'settings',
  method: 'DELETE',
  path: `${COMPANY}/logo`,
  summary: 'Remove the logo. For administrators.',
  reply: wrapped(company),
})

const colleague = z.object({
  id: id(),
  name: z.string(),
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
  /** Conversations this person looks after. */
  conversations: amount(),
  /** Cannot log in for now. */
  is_paused: flag(),
  /** Has not followed the mailed invitation yet. */
  is_invited: flag(),
  /** When the link of the invitation ends. */
  invited_until: maybe(instant()),
  has_two_step: flag(),
})
export type SellerColleagueWire = z.output<typeof colleague>

export const sellerMembers = endpoint({
  ...ours,
  name: 'sellerMembers',
  method: 'GET',
  path: '/account/api/members',
  summary: 'The account’s people.',
  reply: wrapped(z.array(colleague)),
})

export const sellerSetRole = endpoint({
  ...ours,
  name: 'sellerSetRole',
  permission: 'settings',
  method: 'PUT',
  path: '/account/api/members/{member}',
  summary:
    'Change the role of a member. An owner is an `administrator`. For owners; 409 for the last one who can log in.',
  params: z.object({ member: idText() }),
  body: z.object({ role: z.enum(MEMBER_ROLES) }),
  reply: wrapped(z.array(colleague)),
})

export const sellerInvite = endpoint({
  ...ours,
  name: 'sellerInvite',
  permission: 'settings',
  method: 'POST',
  path: '/account/api/members',
  summary:
    'Invite somebody to the team by mail. The link sets a password; it works once, for 7 days. Answers with the whole team. For owners.',
  body: z.object({ name: personName('Enter a name.'), email: emailAddress(), role: z.enum(MEMBER_ROLES) }),
  reply: wrapped(z.array(colleague)),
  status: 201,
})

export const sellerInviteAgain = endpoint({
  ...ours,
  name: 'sellerInviteAgain',
  permission: 'settings',
  method: 'POST',
  path: '/account/api/members/{member}/invitation',
  summary:
    'Mail the invitation again; the previous link stops working. 409 once the person has joined. For owners.',
  params: z.object({ member: idText() }),
  reply: wrapped(z.array(colleague)),
})

export const sellerWithdrawInvitation = endpoint({
  ...ours,
  name: 'sellerWithdrawInvitation',
  permission: 'settings',
  method: 'DELETE',
  path: '/account/api/members/{member}/invitation',
  summary: 'Withdraw an invitation. 409 once the person has joined. For owners.',
  params: z.object({ member: idText() }),
  reply: wrapped(z.array(colleague)),
})

export const sellerPauseMember = endpoint({
  ...ours,
  name: 'sellerPauseMember',
  permission: 'settings',
  method: 'PUT',
  path: '/account/api/members/{member}/pause',
  summary:
    'Pause somebody: they are logged out and cannot log in until they are resumed. Their conversations go to `reassign_to`; null assigns nobody, and without the field they stay. For owners; 409 for your own login and for the last owner.',
  params: z.object({ member: idText() }),
  body: z.object({ is_paused: z.boolean(), reassign_to: z.optional(z.nullable(id())) }),
  reply: wrapped(z.array(colleague)),
})

export const sellerAssignChat = endpoint({
  ...ours,
  name: 'sellerAssignChat',
  permission: 'reply',
  method: 'PUT',
  path: '/account/api/customers/{customer}/assignee',
  summary: 'Assign a conversation to a member; null assigns nobody.',
  params: z.object({ customer: idText() }),
  body: z.object({ member_id: z.nullable(id()) }),
  reply: z.unknown(),
  status: 204,
})

const savedReply = z.object({ id: id(), title: z.string(), body: z.string() })
export type SavedReplyWire = z.output<typeof savedReply>
const replies = wrapped(z.array(savedReply))
const REPLIES = '/account/api/saved-replies'
const replyFields = z.object({
  title: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(60, 'At most 60 characters.')),
  body: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Write the reply.'),
      z.maxLength(MESSAGE_MAX_LENGTH, `At most ${MESSAGE_MAX_LENGTH} characters.`),
    ),
})

export const sellerSavedReplies = endpoint({
  ...ours,
  name: 'sellerSavedReplies',
  method: 'GET',
  path: REPLIES,
  summary: 'The account’s saved replies, by name.',
  reply: replies,
})

export const sellerAddSavedReply = endpoint({
  ...ours,
  name: 'sellerAddSavedReply',
  permission: 'reply',
  method: 'POST',
  path: REPLIES,
  summary: 'Save a reply. Returns all saved replies.',
  body: replyFields,
  reply: replies,
  status: 201,
})

export const sellerChangeSavedReply = endpoint({
  ...ours,
  name: 'sellerChangeSavedReply',
  permission: 'reply',
  method: 'PUT',
  path: `${REPLIES}/{reply}`,
  summary: 'Change a saved reply. Returns all saved replies.',
  params: z.object({ reply: idText() }),
  body: replyFields,
  reply: replies,
})

export const sellerRemoveSavedReply = endpoint({
  ...ours,
  name: 'sellerRemoveSavedReply',
  permission: 'reply',
  method: 'DELETE',
  path: `${REPLIES}/{reply}`,
  summary: 'Delete a saved reply. Returns the others.',
  params: z.object({ reply: idText() }),
  reply: replies,
})
