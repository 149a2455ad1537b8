/** What an account is, who is at its desk, and what helps them answer. Settings are the administrators'. Ours, beside the spec's calls. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PROOF_RULES } from './funds.ts'
import { MESSAGE_MAX_LENGTH } from './limits.ts'
import { amount, flag, id, idText, maybe, wrapped } from './wire.ts'

export const MEMBER_ROLES = ['administrator', 'manager'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

const company = z.object({
  id: id(),
  title: z.string(),
  logo: maybe(z.string()),
  about: maybe(z.string()),
  /** Two-letter codes of the states it serves. */
  states: z.array(z.string()),
  /** Takes offers from people whose identity is verified only. */
  requires_id: flag(),
  /** Which proofs of funds count for an offer and for an address. */
  proof_rule: z.enum(PROOF_RULES),
  /** Everybody on the team must log in in two steps. */
  requires_two_step: flag(),
  /** The public page. */
  url: z.string(),
  rating: maybe(amount()),
  reviews_count: amount(),
  /** The usual time until a buyer is answered, over the last 90 days; null while there is too little to say. */
  response_time_hours: maybe(amount()),
})
export type DeskCompanyWire = z.output<typeof company>

const ours = { at: 'site', auth: 'account' } as const
const COMPANY = '/account/api/company'

export const deskCompany = endpoint({
  ...ours,
  name: 'deskCompany',
  method: 'GET',
  path: COMPANY,
  summary: 'The account’s own settings. For administrators.',
  reply: wrapped(company),
})

export const deskSaveCompany = endpoint({
  ...ours,
  name: 'deskSaveCompany',
  method: 'PUT',
  path: COMPANY,
  summary: 'Change the account’s settings. For administrators.',
  body: z.object({
    title: z.optional(z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(120))),
    about: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(2000, 'At most 2000 characters.')))),
    states: z.optional(
      z.array(z.string().check(z.regex(/^[A-Z]{2}$/, 'Choose a state.'))).check(z.maxLength(60)),
    ),
    requires_id: z.optional(z.boolean()),
    proof_rule: z.optional(z.enum(PROOF_RULES)),
  }),
  reply: wrapped(company),
})

export const deskUploadLogo = endpoint({
  ...ours,
  name: 'deskUploadLogo',
  method: 'POST',
  path: `${COMPANY}/logo`,
  summary:
    'Upload a logo as a multipart form with the field `logo`: JPEG, PNG or WebP of at most 5 MB. For administrators.',
  reply: wrapped(company),
})

export const deskRemoveLogo = endpoint({
  ...ours,
  name: 'deskRemoveLogo',
  method: 'DELETE',
  path: `${COMPANY}/logo`,
  summary: 'Go without a logo. For administrators.',
  reply: wrapped(company),
})

const colleague = z.object({
  id: id(),
  name: z.string(),
  role: z.enum(MEMBER_ROLES),
  has_two_step: flag(),
})
export type DeskColleagueWire = z.output<typeof colleague>

export const deskMembers = endpoint({
  ...ours,
  name: 'deskMembers',
  method: 'GET',
  path: '/account/api/members',
  summary: 'The people at this account’s desk.',
  reply: wrapped(z.array(colleague)),
})

export const deskSetRole = endpoint({
  ...ours,
  name: 'deskSetRole',
  method: 'PUT',
  path: '/account/api/members/{member}',
  summary: 'Make somebody an administrator or a manager. For administrators; 409 for the last one.',
  params: z.object({ member: idText() }),
  body: z.object({ role: z.enum(MEMBER_ROLES) }),
  reply: wrapped(z.array(colleague)),
})

export const deskAssignChat = endpoint({
  ...ours,
  name: 'deskAssignChat',
  method: 'PUT',
  path: '/account/api/customers/{customer}/assignee',
  summary: 'Say who looks after a conversation; null is nobody in particular.',
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

export const deskSavedReplies = endpoint({
  ...ours,
  name: 'deskSavedReplies',
  method: 'GET',
  path: REPLIES,
  summary: 'The account’s saved replies, by name.',
  reply: replies,
})

export const deskAddSavedReply = endpoint({
  ...ours,
  name: 'deskAddSavedReply',
  method: 'POST',
  path: REPLIES,
  summary: 'Keep a reply for the next time. Answers with all of them.',
  body: replyFields,
  reply: replies,
  status: 201,
})

export const deskChangeSavedReply = endpoint({
  ...ours,
  name: 'deskChangeSavedReply',
  method: 'PUT',
  path: `${REPLIES}/{reply}`,
  summary: 'Change a saved reply. Answers with all of them.',
  params: z.object({ reply: idText() }),
  body: replyFields,
  reply: replies,
})

export const deskRemoveSavedReply = endpoint({
  ...ours,
  name: 'deskRemoveSavedReply',
  method: 'DELETE',
  path: `${REPLIES}/{reply}`,
  summary: 'Forget a saved reply. Answers with the others.',
  params: z.object({ reply: idText() }),
  reply: replies,
})
