/** The calls of the house's own people (checklist ADM-01): the console's login, settings, the log of who did what. Ours. */
import * as z from 'zod/mini'
import { newPassword, personName } from './account.ts'
import { endpoint } from './endpoint.ts'
import { secondStep } from './second-step.ts'
import { loginToken, passwordLogin } from './sessions.ts'
import { supportContact } from './site-config.ts'
import { emailAddress, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

const staffMember = z.object({
  id: id(),
  name: z.string(),
  email: z.string(),
  /** Nothing but setting up two-step login works before that is done. */
  needs_two_step: maybe(flag()),
})

/** A session, or the next step. */
export const adminLoggedIn = z.object({
  token: loginToken(),
  user: z.optional(staffMember),
  second_step: secondStep(),
})

/** Of what is done to somebody's account; it is written down. */
export const adminReason = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(10, 'Say why, in at least 10 characters.'),
      z.maxLength(500, 'At most 500 characters.'),
    )

export const adminLogin = endpoint({
  name: 'adminLogin',
  method: 'POST',
  path: '/admin/api/auth/login',
  at: 'site',
  auth: 'none',
  summary: 'Log in to the console.',
  body: passwordLogin(),
  reply: wrapped(adminLoggedIn),
})

export const adminSetup = endpoint({
  name: 'adminSetup',
  method: 'POST',
  path: '/admin/api/setup',
  at: 'site',
  auth: 'none',
  summary:
    'Create the first staff member, with the token of the URL that the server prints at its start while there are none. The URL works once, for 60 minutes; then the answer is 410 `setup_over`.',
  body: z.object({
    token: z.string().check(z.maxLength(200)),
    name: personName('Enter your name.'),
    email: emailAddress(),
    password: newPassword(),
  }),
  /** Logs in with the chosen password. */
  reply: wrapped(z.object({ email: z.string() })),
  status: 201,
})

export const adminCheckSetup = endpoint({
  name: 'adminCheckSetup',
  method: 'POST',
  path: '/admin/api/setup/check',
  at: 'site',
  auth: 'none',
  summary: 'Whether the URL that the server printed still works: 410 `setup_over` when it does not.',
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  reply: z.unknown(),
  status: 204,
})

export const adminLogout = endpoint({
  name: 'adminLogout',
  method: 'POST',
  path: '/admin/api/auth/logout',
  at: 'site',
  auth: 'staff',
  scopes: ['console', 'console-enrolling'],
  summary: 'End this console session.',
  reply: z.unknown(),
  status: 204,
})

export const adminUser = endpoint({
  name: 'adminUser',
  method: 'GET',
  path: '/admin/api/auth/user',
  at: 'site',
  auth: 'staff',
  scopes: ['console', 'console-enrolling'],
  summary: 'The logged-in staff member.',
  reply: wrapped(staffMember),
})

const setting = z.object({
  name: z.string(),
  value: z.number(),
  /** What it is when nobody has set it. */
  preset: z.number(),
  least: z.number(),
  most: z.number(),
  updated_at: maybe(instant()),
  updated_by: maybe(z.string()),
})
export type SettingWire = z.output<typeof setting>

export const adminSettings = endpoint({
  name: 'adminSettings',
  method: 'GET',
  path: '/admin/api/settings',
  at: 'site',
  auth: 'staff',
  summary: 'The settings and their current values.',
  reply: wrapped(z.array(setting)),
})

export const adminSetSetting = endpoint({
  name: 'adminSetSetting',
  method: 'PUT',
  path: '/admin/api/settings/{name}',
  at: 'site',
  auth: 'staff',
  summary: 'Change a setting. The change is logged.',
  params: z.object({ name: z.string().check(z.maxLength(60)) }),
  body: z.object({ value: z.number() }),
  reply: wrapped(z.array(setting)),
})

const adminSupportContact = z.extend(supportContact, {
  /** Nobody has set it here: it is the environment's. */
  is_preset: flag(),
})
export type AdminSupportWire = z.output<typeof adminSupportContact>

export const adminSupport = endpoint({
  name: 'adminSupport',
  method: 'GET',
  path: '/admin/api/support',
  at: 'site',
  auth: 'staff',
  summary: 'The support contact.',
  reply: wrapped(adminSupportContact),
})

const line = (length: number) => z.string().check(z.trim(), z.maxLength(length))

export const adminSetSupport = endpoint({
  name: 'adminSetSupport',
  method: 'PUT',
  path: '/admin/api/support',
  at: 'site',
  auth: 'staff',
  summary:
    'Set the support contact; with every field empty, the values of the environment apply again. The change is logged.',
  body: z.object({ email: line(254), phone: line(40), hours: line(120) }),
  reply: wrapped(adminSupportContact),
})

const auditRow = z.object({
  id: id(),
  at: instant(),
  actor_kind: z.string(),
  actor: maybe(z.string()),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: maybe(id()),
  /** Of a person or a seller. */
  subject_name: maybe(z.string()),
  before: maybe(z.record(z.string(), z.unknown())),
  after: maybe(z.record(z.string(), z.unknown())),
  ip: maybe(z.string()),
})
export type AuditWire = z.output<typeof auditRow>

export const adminAudit = endpoint({
  name: 'adminAudit',
  method: 'GET',
  path: '/admin/api/audit',
  at: 'site',
  auth: 'staff',
  summary:
    'The audit log, newest first: what was done, or with `reads=1` when staff were shown records of customers.',
  query: z.object({
    page: pageNumber(),
    reads: z.optional(z.enum(['0', '1'])),
    subject_kind: z.optional(z.string().check(z.maxLength(40))),
    subject_id: z.optional(idText()),
  }),
  reply: page(auditRow),
})
