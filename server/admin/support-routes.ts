/** Who answers when somebody needs help: read and set at the console. */
import type { FastifyInstance } from 'fastify'
import { writeAudit } from '#server/core/audit/audit.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { SupportContact } from '#server/core/http/site.ts'
import { readSupport, writeSupport } from '#server/site/settings/support.ts'
import { type AdminSupportWire, adminSetSupport, adminSupport } from '#shared/contract/admin.ts'
import { type AdminDeps, actingAs } from './admin-deps.ts'

export function registerAdminSupport(app: FastifyInstance, { db, site }: AdminDeps): void {
  const now = async (): Promise<{ data: AdminSupportWire }> => {
    const [set, shown] = await Promise.all([readSupport(db, null), site.support?.() ?? null])
    const { email = null, phone = null, hours = null } = shown ?? {}
    return { data: { email, phone, hours, is_preset: set === null } }
  }

  serve(app, adminSupport, now)

  serve(app, adminSetSupport, async ({ body, request, me }) => {
    const contact = readContact(body)
    await db.transaction().execute(async (trx) => {
      const before = await readSupport(trx, null)
      await writeSupport(trx, contact, me.staffId)
      await writeAudit(trx, {
        ...actingAs(me, request),
        action: 'support.change',
        subject: { kind: 'setting support', id: null },
        before: before && { ...before },
        after: contact && { ...contact },
      })
    })
    return now()
  })
}

export const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/
const PHONE = /^\+?[\d (][\d ().-]{5,38}$/

/** Null when all is empty. Throws 422 on the field. */
function readContact({ email, phone, hours }: Record<keyof SupportContact, string>): SupportContact | null {
  if (email === '' && phone === '' && hours === '') return null
  if (email === '' && phone === '') throw invalid({ email: ['Give an email address or a phone number.'] })
  if (email !== '' && !EMAIL.test(email))
    throw invalid({ email: ['Give an email address, e.g. help@example.com.'] })
  if (phone !== '' && !PHONE.test(phone))
    throw invalid({ phone: ['Give a phone number, e.g. +1 713 555 0199.'] })
  return { email: email || null, phone: phone || null, hours: hours || null }
}
