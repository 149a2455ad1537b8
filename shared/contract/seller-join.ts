/** How a company starts to sell here: it applies or is invited, confirms its email by a link, and gets an account with one owner. */
import * as z from 'zod/mini'
import { done, newPassword, personName } from './account.ts'
import { adminReason } from './admin.ts'
import { endpoint } from './endpoint.ts'
import { emailAddress, id, idText, instant, maybe, wrapped } from './wire.ts'

/** The setting `sellers_join`: by invitation of staff alone, after staff approve, or open to everybody. */
export const JOIN_MODES = ['invitation', 'approval', 'open'] as const
export type JoinMode = (typeof JOIN_MODES)[number]

export const SELLER_KINDS = {
  wholesaler: 'Wholesaler',
  agent: 'Agent or broker',
  owner: 'Property owner',
  builder: 'Builder or rehabber',
  other: 'Something else',
} as const
export type SellerKind = keyof typeof SELLER_KINDS
const sellerKind = z.enum(Object.keys(SELLER_KINDS) as [SellerKind, ...SellerKind[]], 'Choose what you are.')

const details = {
  company: z.string().check(z.trim(), z.minLength(1, 'Enter the name of your company.'), z.maxLength(120)),
  name: personName('Enter your name.'),
  phone: z.string().check(z.trim(), z.minLength(1, 'Enter a phone number.'), z.maxLength(40)),
  kind: sellerKind,
  accepts_terms: z.literal(true, 'Accept the terms to continue.'),
} as const
const token = z.string().check(z.maxLength(200))

const open = { at: 'site', auth: 'none' } as const
const JOIN = '/account/api/join'

export const joinMode = endpoint({
  ...open,
  name: 'joinMode',
  method: 'GET',
  path: JOIN,
  summary: 'How companies join: openly, after approval, or by invitation.',
  reply: wrapped(z.object({ mode: z.enum(JOIN_MODES) })),
})

export const joinApply = endpoint({
  ...open,
  name: 'joinApply',
  method: 'POST',
  path: JOIN,
  summary:
    'Apply as a seller. The answer is the same for an email that has a login. If joining is open, a link to finish is mailed at once; otherwise once staff approve. 403 `join_by_invitation` if companies join by invitation.',
  body: z.object({ ...details, email: emailAddress(), recaptcha_token: z.optional(z.string()) }),
  reply: done,
  status: 202,
})

export const joinCheck = endpoint({
  ...open,
  name: 'joinCheck',
  method: 'POST',
  path: `${JOIN}/check`,
  summary:
    'The details of the application that a mailed link belongs to; 410 `join_over` if the link has ended.',
  body: z.object({ token }),
  reply: wrapped(
    z.object({
      email: z.string(),
      company: maybe(z.string()),
      name: maybe(z.string()),
      phone: maybe(z.string()),
      kind: maybe(sellerKind),
    }),
  ),
})

export const joinFinish = endpoint({
  ...open,
  name: 'joinFinish',
  method: 'POST',
  path: `${JOIN}/finish`,
  summary:
    'Create the account and its owner with the token of a mailed link, which works once, for 7 days. 410 `join_over` if it has ended.',
  body: z.object({ ...details, token, password: newPassword() }),
  /** Logs in with the chosen password. */
  reply: wrapped(z.object({ email: z.string() })),
  status: 201,
})

const application = z.object({
  id: id(),
  email: z.string(),
  company: maybe(z.string()),
  name: maybe(z.string()),
  phone: maybe(z.string()),
  kind: maybe(sellerKind),
  /** `approved` waits for the person to follow the mailed link. */
  state: z.enum(['waiting', 'approved']),
  created_at: instant(),
})
export type SellerApplicationWire = z.output<typeof application>
const applications = wrapped(z.array(application))
const staff = { at: 'site', auth: 'staff' } as const
const APPLICATIONS = '/admin/api/seller-applications'

export const adminApplications = endpoint({
  ...staff,
  name: 'adminApplications',
  method: 'GET',
  path: APPLICATIONS,
  summary: 'Sellers who have applied or are invited and have not joined yet, the oldest first, at most 200.',
  reply: applications,
})

export const adminInviteSeller = endpoint({
  ...staff,
  name: 'adminInviteSeller',
  method: 'POST',
  path: APPLICATIONS,
  summary: 'Invite a seller by mail. Answers with all who have not joined yet.',
  body: z.object({ email: emailAddress() }),
  reply: applications,
  status: 201,
})

export const adminDecideApplication = endpoint({
  ...staff,
  name: 'adminDecideApplication',
  method: 'PUT',
  path: `${APPLICATIONS}/{application}`,
  summary:
    'Approve an application, which mails the link to finish, or decline it with a reason. Approving again mails another link. The decision is logged. 409 when somebody else has decided.',
  params: z.object({ application: idText() }),
  body: z.object({
    is_approved: z.boolean(),
    reason: z.optional(adminReason()),
    /** As staff saw it when they decided. */
    state: z.optional(z.enum(['waiting', 'approved'])),
  }),
  reply: applications,
})
