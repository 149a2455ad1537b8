/** The identity check of a member of a company, by the installation's provider. */
import * as z from 'zod/mini'
import { adminReason } from './admin.ts'
import { endpoint } from './endpoint.ts'
import type { RealtimeEvent } from './events.ts'
import { id, idText, maybe, wrapped } from './wire.ts'

export const MEMBER_IDENTITY_STATES = [
  'not_started',
  'in_progress',
  'pending_review',
  'success',
  'failed',
  'expired',
] as const

export const memberIdentity = {
  status: z.enum(MEMBER_IDENTITY_STATES),
  /** Why a check failed, for the member to read. */
  reason: maybe(z.string()),
} as const
const identity = z.object(memberIdentity)
export type MemberIdentity = z.output<typeof identity>

const PATH = '/account/api/identity'

export const sellerIdentity = endpoint({
  name: 'sellerIdentity',
  method: 'GET',
  path: PATH,
  at: 'site',
  auth: 'account',
  summary: 'Whether the identity of the member who is logged in was checked.',
  reply: wrapped(
    z.object({
      ...memberIdentity,
      /** Whether this installation has a provider of checks. */
      is_offered: z.boolean(),
    }),
  ),
})

export type SellerIdentityWire = z.output<typeof sellerIdentity.reply>['data']

export const sellerStartIdentity = endpoint({
  name: 'sellerStartIdentity',
  method: 'POST',
  path: PATH,
  at: 'site',
  auth: 'account',
  summary:
    'Begin the identity check of the member who is logged in, or go on with it. 409 if it has succeeded, waits for a person, or is not offered here.',
  reply: wrapped(
    z.object({
      /** The provider's page of the check, for a new window. */
      url: z.string(),
    }),
  ),
})

export const adminDecideMemberIdentity = endpoint({
  name: 'adminDecideMemberIdentity',
  method: 'PUT',
  path: '/admin/api/members/{member}/identity',
  at: 'site',
  auth: 'staff',
  summary: 'Decide a member’s identity check that waits for a person. 409 when none does.',
  params: z.object({ member: idText() }),
  body: z.object({ decision: z.enum(['success', 'failed']), reason: adminReason() }),
  reply: z.unknown(),
  status: 204,
})

/** The identity check of a member moved on; on the account's channel. What it says is asked for. */
export const memberIdentityUpdated = {
  name: 'MemberIdentityUpdated',
  payload: z.object({ member_id: id() }),
} satisfies RealtimeEvent
