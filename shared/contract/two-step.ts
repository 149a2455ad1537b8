/**
 * Two-step login of sellers' people and staff; ours. Both apps have the same calls under separate paths, so a session of one app
 * cannot use the other.
 */
import * as z from 'zod/mini'
import { adminLoggedIn } from './admin.ts'
import { endpoint } from './endpoint.ts'
import { LOGIN_APPS, type LoginApp } from './login-calls.ts'
import { base64url, challenge, passkeyAnswer, passkeyOptions, proof, startedStep } from './second-step.ts'
import { sellerLoggedIn } from './seller.ts'
import { MEMBER_IDENTITY_STATES } from './seller-identity.ts'
import { FACTOR_NAME_MAX_LENGTH } from './two-step-limits.ts'
import { id, idText, instant, maybe, sixDigits, wrapped } from './wire.ts'

const attestation = passkeyAnswer({
  clientDataJSON: base64url(),
  attestationObject: base64url(),
  transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
})
export type PasskeyAttestation = z.output<typeof attestation>

const factorName = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name.'),
      z.maxLength(FACTOR_NAME_MAX_LENGTH, `At most ${FACTOR_NAME_MAX_LENGTH} characters.`),
    )

const factor = z.object({
  id: id(),
  kind: z.enum(['app', 'passkey']),
  name: z.string(),
  created_at: instant(),
  last_used_at: maybe(instant()),
})
export type FactorWire = z.output<typeof factor>

const twoStep = z.object({
  factors: z.array(factor),
  recovery_codes_left: z.number(),
  /** By the account's setting, or because the person is staff. */
  is_required: z.boolean(),
  /** In this session only the set-up works. */
  is_enrolling: z.boolean(),
})
export type TwoStepWire = z.output<typeof twoStep>

/** After a first factor there are recovery codes, shown once. */
const added = wrapped(z.object({ two_step: twoStep, recovery_codes: maybe(z.array(z.string())) }))

const LOGGED_IN = { seller: sellerLoggedIn, admin: adminLoggedIn }

/* @__NO_SIDE_EFFECTS__ */
const twoStepCalls = <K extends LoginApp>(app: K) => ({ ...loginCalls(app), ...factorCalls(app) })

/** What all calls of an app share. */
function callBases<K extends LoginApp>(app: K) {
  const { base, auth, scopes } = LOGIN_APPS[app]
  const own = { at: 'site', auth: auth as (typeof LOGIN_APPS)[K]['auth'] } as const
  /** `setUp`: also while a first factor is set up. */
  return { base, own, setUp: { ...own, scopes } as const, security: `${base}/security` }
}

/** The second step of a login, and confirming later that it is still the same person. */
/* @__NO_SIDE_EFFECTS__ */
function loginCalls<K extends LoginApp>(app: K) {
  const { base, setUp, security } = callBases(app)
  const loggedIn = LOGGED_IN[app]
  const open = { at: 'site', auth: 'none' } as const
  return {
    startPasskeyLogin: endpoint({
      ...open,
      name: `${app}StartPasskeyLogin`,
      method: 'POST',
      path: `${base}/auth/passkey`,
      summary: 'Start a login with a passkey.',
      reply: wrapped(startedStep),
    }),
    finishLogin: endpoint({
      ...open,
      name: `${app}FinishLogin`,
      method: 'POST',
      path: `${base}/auth/second-step`,
      summary:
        'The second step of a login: an app code, a passkey, or a recovery code. Answers like the login.',
      body: z.object(proof),
      reply: wrapped(loggedIn),
    }),
    twoStep: endpoint({
      ...setUp,
      name: `${app}TwoStep`,
      method: 'GET',
      path: security,
      summary: 'Your passkeys and authenticator apps.',
      reply: wrapped(twoStep),
    }),
    startConfirm: endpoint({
      ...setUp,
      name: `${app}StartConfirm`,
      method: 'POST',
      path: `${security}/confirm/start`,
      summary: 'Begin "Confirm it\'s you".',
      reply: wrapped(z.object({ step: startedStep, asks_password: z.boolean() })),
    }),
    confirm: endpoint({
      ...setUp,
      name: `${app}Confirm`,
      method: 'POST',
      path: `${security}/confirm`,
      summary:
        'Confirm that it is you: by a second factor, or by the password if there is none. Lasts 10 minutes.',
      body: z.object({ ...proof, password: z.optional(z.string().check(z.maxLength(128))) }),
      reply: z.unknown(),
      status: 204,
    }),
  }
}

/** Authenticator apps, passkeys and recovery codes. */
/* @__NO_SIDE_EFFECTS__ */
function factorCalls<K extends LoginApp>(app: K) {
  const { own, setUp, security } = callBases(app)
  return {
    offerApp: endpoint({
      ...setUp,
      name: `${app}OfferApp`,
      method: 'POST',
      path: `${security}/apps`,
      needsStepUp: true,
      summary: 'A secret for an authenticator app. It is active after a code from it was entered.',
      reply: wrapped(z.object({ id: id(), secret: z.string(), uri: z.string() })),
      status: 201,
    }),
    confirmApp: endpoint({
      ...setUp,
      name: `${app}ConfirmApp`,
      method: 'PUT',
      path: `${security}/apps/{app}`,
      needsStepUp: true,
      summary: 'Confirm an authenticator app with a code from it.',
      params: z.object({ app: idText() }),
      body: z.object({ code: sixDigits(), name: factorName() }),
      reply: added,
    }),
    startPasskey: endpoint({
      ...setUp,
      name: `${app}StartPasskey`,
      method: 'POST',
      path: `${security}/passkeys/start`,
      needsStepUp: true,
      summary: 'Start adding a passkey.',
      reply: wrapped(z.object({ challenge: z.string(), passkey: passkeyOptions() })),
    }),
    addPasskey: endpoint({
      ...setUp,
      name: `${app}AddPasskey`,
      method: 'POST',
      path: `${security}/passkeys`,
      needsStepUp: true,
      summary: 'Add the new passkey.',
      body: z.object({ challenge: challenge(), name: factorName(), passkey: attestation }),
      reply: added,
      status: 201,
    }),
    renameFactor: endpoint({
      ...own,
      name: `${app}RenameFactor`,
      method: 'PUT',
      path: `${security}/factors/{factor}`,
      summary: 'Rename a passkey or an app.',
      params: z.object({ factor: idText() }),
      body: z.object({ name: factorName() }),
      reply: wrapped(twoStep),
    }),
    removeFactor: endpoint({
      ...own,
      name: `${app}RemoveFactor`,
      method: 'DELETE',
      path: `${security}/factors/{factor}`,
      needsStepUp: true,
      summary: 'Remove a passkey or an app. 409 for the last one while two-step login is required.',
      params: z.object({ factor: idText() }),
      reply: wrapped(twoStep),
    }),
    renewRecoveryCodes: endpoint({
      ...own,
      name: `${app}RenewRecoveryCodes`,
      method: 'POST',
      path: `${security}/recovery-codes`,
      needsStepUp: true,
      summary: 'New recovery codes, shown once. The old ones stop working.',
      reply: added,
    }),
  }
}

export const sellerTwoStep = twoStepCalls('seller')
export const adminTwoStep = twoStepCalls('admin')
export type TwoStepCalls = typeof sellerTwoStep | typeof adminTwoStep

const ours = { at: 'site', auth: 'account' } as const

export const sellerResetMember = endpoint({
  ...ours,
  name: 'sellerResetMember',
  permission: 'settings',
  method: 'DELETE',
  path: '/account/api/members/{member}/factors',
  needsStepUp: true,
  summary:
    'Remove the passkeys, apps and recovery codes of a colleague who lost them. For administrators; not for your own login.',
  params: z.object({ member: idText() }),
  reply: z.unknown(),
  status: 204,
})

export const sellerRequireTwoStep = endpoint({
  ...ours,
  name: 'sellerRequireTwoStep',
  permission: 'settings',
  method: 'PUT',
  path: '/account/api/company/two-step',
  needsStepUp: true,
  summary: 'Require two-step login for everyone on the team, or stop requiring it. For administrators.',
  body: z.object({ is_required: z.boolean() }),
  reply: z.unknown(),
  status: 204,
})

const house = { at: 'site', auth: 'staff' } as const

const teammate = z.object({
  id: id(),
  name: z.string(),
  email: z.string(),
  has_two_step: z.boolean(),
  /** Of a member of a company: their identity check. */
  identity: z.optional(z.enum(MEMBER_IDENTITY_STATES)),
})
export type TeammateWire = z.output<typeof teammate>

export const adminStaff = endpoint({
  ...house,
  name: 'adminStaff',
  method: 'GET',
  path: '/admin/api/staff',
  summary: 'The staff of this installation.',
  reply: wrapped(z.array(teammate)),
})

export const adminResetStaff = endpoint({
  ...house,
  name: 'adminResetStaff',
  method: 'DELETE',
  path: '/admin/api/staff/{staff}/factors',
  needsStepUp: true,
  summary: 'Remove the passkeys, apps and recovery codes of another staff member who lost them.',
  params: z.object({ staff: idText() }),
  reply: z.unknown(),
  status: 204,
})

export const adminAccountMembers = endpoint({
  ...house,
  name: 'adminAccountMembers',
  method: 'GET',
  path: '/admin/api/accounts/{account}/members',
  summary: 'The people of a seller.',
  params: z.object({ account: idText() }),
  reply: wrapped(z.array(teammate)),
})

export const adminResetMember = endpoint({
  ...house,
  name: 'adminResetMember',
  method: 'DELETE',
  path: '/admin/api/members/{member}/factors',
  needsStepUp: true,
  summary: 'Remove the passkeys, apps and recovery codes of a seller’s person who lost them.',
  params: z.object({ member: idText() }),
  reply: z.unknown(),
  status: 204,
})
