/** The phone of a member of a company: kept once a code that was texted to it came back. The code is derived, not stored. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { unsent } from '#server/accounts/login/codes.ts'
import { createSendCaps } from '#server/accounts/login/send-caps.ts'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { CODE_LIFETIME_MS, CODE_TRIES, CODES_PER_HOUR } from '#shared/contract/limits.ts'
import { sellerConfirmPhone, sellerPhone, sellerSendPhoneCode } from '#shared/contract/seller-phone.ts'
import { phoneCodeText } from './confirm-phone.ts'
import { requirePhone } from './rules.ts'

/** A code counts in the half of its lifetime in which it was sent, and in the two that follow. */
const SLOT_MS = CODE_LIFETIME_MS / 2
const SLOTS = [0, 1, 2] as const
const DIGITS = 6
const HOUR_MS = 3_600_000

/** With the former number: a code is used up once the number is kept. */
interface CodeOf {
  memberId: number
  former: string | null
  phone: string
}

export function registerMemberPhone(app: FastifyInstance, deps: RoomDeps): void {
  const { db, parts, secret, nowMs } = deps
  const sendCaps = createSendCaps(app, 'member-phone-codes', deps.limits)
  const tries = app.createThrottle('member-phone-tries', CODE_TRIES, CODE_LIFETIME_MS)
  const sends = app.createThrottle('member-phone-sends', CODES_PER_HOUR, HOUR_MS)
  const slot = () => Math.floor(nowMs() / SLOT_MS)

  serve(app, sellerPhone, async ({ me }) => ({ data: { phone: await phoneOf(db, me.memberId) } }))

  serve(app, sellerSendPhoneCode, async ({ body, me, request }) => {
    const { memberId } = me
    const phone = requirePhone(body.phone)
    await sends.take(String(memberId))
    await sendCaps.take(request.ip, phone)
    const of = { memberId, former: await phoneOf(db, memberId), phone }
    const code = codeIn(slot(), of, signingSecret(secret))
    await parts.sms
      .send({ to: phone, body: await phoneCodeText(deps.site, code) })
      .catch((cause: unknown) => {
        throw unsent(cause)
      })
    return { message: 'The code is on its way.' }
  })

  serve(app, sellerConfirmPhone, async ({ body, me }) => {
    const phone = requirePhone(body.phone)
    await tries.take(String(me.memberId))
    const former = await phoneOf(db, me.memberId)
    const of = { memberId: me.memberId, former, phone }
    if (!SLOTS.some((age) => fits(body.code, { slot: slot() - age, of, secret })))
      throw invalid({ code: ['That code is not right, or it has expired. Ask for a new one.'] })
    const actor = { kind: 'member', id: me.memberId } as const
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('account_members').set({ phone }).where('id', '=', me.memberId).execute()
      await writeAudit(trx, { actor, action: 'member.phone', subject: actor })
    })
    return { data: { phone } }
  })
}

/** By primary key. */
async function phoneOf(db: Database, memberId: number): Promise<string | null> {
  const row = await db
    .selectFrom('account_members')
    .select('phone')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.phone ?? null
}

const fits = (code: string, { slot, of, secret }: { slot: number; of: CodeOf; secret: Secret }): boolean =>
  verifyingSecrets(secret).some((one) => {
    const [given, right] = [Buffer.from(code), Buffer.from(codeIn(slot, of, one))]
    return given.length === right.length && timingSafeEqual(given, right)
  })

function codeIn(slot: number, { memberId, former, phone }: CodeOf, secret: string): string {
  const key = `member-phone:${memberId}:${former ?? ''}:${phone}:${slot}`
  const digest = createHmac('sha256', secret).update(key).digest()
  return String(digest.readUInt32BE() % 10 ** DIGITS).padStart(DIGITS, '0')
}
