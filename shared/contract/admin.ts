/** The calls of the house's own people (checklist ADM-01): the console's login, settings, the log of who did what. Ours. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

const staff = z.object({ id: id(), name: z.string(), email: z.string() })
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
  summary: 'Log in at the console.',
  body: z.object({ email: z.string().check(z.maxLength(254)), password: z.string().check(z.maxLength(128)) }),
  reply: wrapped(z.object({ token: z.string(), user: staff })),
})

export const adminLogout = endpoint({
  name: 'adminLogout',
  method: 'POST',
  path: '/admin/api/auth/logout',
  at: 'site',
  auth: 'staff',
  summary: 'End this console session.',
  reply: z.unknown(),
  status: 204,
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
  summary: 'What may be set, with what it is now.',
  reply: wrapped(z.array(setting)),
})

export const adminSetSetting = endpoint({
  name: 'adminSetSetting',
  method: 'PUT',
  path: '/admin/api/settings/{name}',
  at: 'site',
  auth: 'staff',
  summary: 'Set one; it is written down who did.',
  params: z.object({ name: z.string().check(z.maxLength(60)) }),
  body: z.object({ value: z.number() }),
  reply: wrapped(z.array(setting)),
})

const auditRow = z.object({
  id: id(),
  at: instant(),
  actor_kind: z.string(),
  actor: maybe(z.string()),
  action: z.string(),
  subject_kind: z.string(),
  subject_id: maybe(id()),
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
  summary: 'Who did what, the latest first.',
  query: z.object({
    page: pageNumber(),
    subject_kind: z.optional(z.string().check(z.maxLength(40))),
    subject_id: z.optional(idText()),
  }),
  reply: page(auditRow),
})
