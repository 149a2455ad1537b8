/** The phone of a member of a company: kept once a code that was texted to it came back. The code is derived, not stored. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { unsent } from '#server/accounts/login/codes.ts'
import { createSendCaps } from '#server/accounts/login/send-caps.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { type Secret, signingSecret, verifyingSecrets } from '#server/core/secret.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { CODE_LIFETIME_MS, CODE_TRIES } from '#shared/contract/limits.ts'
import { sellerConfirmPhone, sellerPhone, sellerSendPhoneCode } from '#shared/contract/seller-phone.ts'
import { phoneCodeText } from './confirm-phone.ts'
import { requirePhone } from './rules.ts'

/** A code counts in the half of its lifetime in which it was sent, and in the two that follow. */
const SLOT_MS = CODE_LIFETIME_MS / 2
const SLOTS = [0, 1, 2] as const
const DIGITS = 6

interface CodeOf {
  memberId: number
  phone: string
}

export function registerMemberPhone(app: FastifyInstance, deps: RoomDeps): void {
  const { db, parts, secret, nowMs } = deps
  const sendCaps = createSendCaps(app, 'member-phone-codes', deps.limits)
  const tries = app.createThrottle('member-phone-tries', CODE_TRIES, CODE_LIFETIME_MS)
  const slot = () => Math.floor(nowMs() / SLOT_MS)

  serve(app, sellerPhone, async ({ me }) => {
    // By primary key.
    const row = await db
      .selectFrom('account_members')
      .select('phone')
      .where('id', '=', me.memberId)
      .executeTakeFirst()
    return { data: { phone: row?.phone ?? null } }
  })

  serve(app, sellerSendPhoneCode, async ({ body, me, request }) => {
    const phone = requirePhone(body.phone)
    await sendCaps.take(request.ip, phone)
    const code = codeIn(slot(), { memberId: me.memberId, phone }, signingSecret(secret))
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
    const of = { memberId: me.memberId, phone }
    if (!SLOTS.some((age) => fits(body.code, { slot: slot() - age, of, secret })))
      throw invalid({ code: ['That code is not right, or it has expired. Ask for a new one.'] })
    await db.updateTable('account_members').set({ phone }).where('id', '=', me.memberId).execute()
    return { data: { phone } }
  })
}

const fits = (code: string, { slot, of, secret }: { slot: number; of: CodeOf; secret: Secret }): boolean =>
  verifyingSecrets(secret).some((one) => {
    const [given, right] = [Buffer.from(code), Buffer.from(codeIn(slot, of, one))]
    return given.length === right.length && timingSafeEqual(given, right)
  })

function codeIn(slot: number, { memberId, phone }: CodeOf, secret: string): string {
  const digest = createHmac('sha256', secret).update(`member-phone:${memberId}:${phone}:${slot}`).digest()
  return String(digest.readUInt32BE() % 10 ** DIGITS).padStart(DIGITS, '0')
}
