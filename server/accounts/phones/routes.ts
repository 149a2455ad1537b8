/** The phones of a customer (spec section 7), where each change answers with all of them, and the phone of a member of a company. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { createSendCaps } from '#server/accounts/login/send-caps.ts'
import { requireSelf } from '#server/core/http/principal.ts'
import { invalid, unauthenticated } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { installationOf } from '#server/core/http/site.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { PHONES_ADDED_PER_HOUR } from '#shared/contract/limits.ts'
import {
  addPhone,
  confirmPhone,
  deletePhone,
  sendPhoneCode,
  togglePhoneOptedIn,
  updatePhone,
} from '#shared/contract/phones.ts'
import { addNumber, removeNumber, setDefault, setOptedIn } from './change-phones.ts'
import { confirmNumber, textCode } from './confirm-phone.ts'
import { registerMemberPhone } from './member-phone.ts'
import { phonesWire } from './queries.ts'
import { receiveReply } from './replies.ts'
import { requirePhone } from './rules.ts'

const HOUR_MS = 3_600_000

export function registerPhones(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps
  const additions = app.createThrottle('new-phones', PHONES_ADDED_PER_HOUR, HOUR_MS)
  const sendCaps = createSendCaps(app, 'phone-codes', deps.limits)
  const brand = async () => (await installationOf(deps.site)).name
  const all = async (customerId: number) => ({ data: await phonesWire(db, customerId) })

  serve(app, addPhone, async ({ body, me, request }) => {
    const phone = requirePhone(body.phone)
    await additions.take(String(me.id))
    // Accounts are free, texts are not: a person with many accounts still has one address.
    await sendCaps.take(request.ip)
    const row = await addNumber(db, {
      customerId: me.id,
      phone,
      isDefault: body.sms_default ?? false,
      isOptedIn: body.text_purposes !== undefined || (body.opted_in ?? false),
      purposes: body.text_purposes ?? null,
      ip: request.ip,
      brand: await brand(),
    })
    // The number stands on the list already; a text that does not go out can be asked for again.
    await textCode(deps, row).catch((error: unknown) =>
      request.log.warn({ err: error }, 'the code for a new phone was not sent'),
    )
    return all(me.id)
  })

  serve(app, togglePhoneOptedIn, async ({ body, me, request }) => {
    const change = {
      phoneId: body.entity_phone_id,
      isOptedIn: body.checked,
      purposes: body.text_purposes ?? null,
      ip: request.ip,
      brand: await brand(),
    }
    await setOptedIn(db, me.id, change)
    return all(me.id)
  })

  serve(app, updatePhone, async ({ params, body, me }) => {
    await setDefault(db, me.id, { phoneId: params.phone, isDefault: body.sms_default })
    return all(me.id)
  })

  serve(app, confirmPhone, async ({ params, body, me }) => {
    requireSelf(me, params.customer)
    await confirmNumber(deps, me.id, { phoneId: params.phone, code: body.code })
    return all(me.id)
  })

  serve(app, sendPhoneCode, async ({ params, me, request }) => {
    requireSelf(me, params.customer)
    await sendCaps.take(request.ip)
    const isSent = await textCode(deps, { customer_id: me.id, id: params.phone })
    return { message: isSent ? 'The code is on its way.' : 'This number is already confirmed.' }
  })

  serve(app, deletePhone, async ({ params, me }) => {
    await removeNumber(db, me.id, params.phone)
    return all(me.id)
  })

  registerMemberPhone(app, deps)
  registerReplies(app, deps)
}

const reply = z.object({ from: z.string().check(z.maxLength(40)), body: z.string().check(z.maxLength(2000)) })

/** What people answer to texts, as the provider hands it on. */
function registerReplies(app: FastifyInstance, deps: RoomDeps): void {
  app.post('/webhooks/sms', { schema: { hide: true } }, async (request, answer) => {
    if (!deps.parts.sms.isProvider(request.headers.authorization)) throw unauthenticated()
    const read = reply.safeParse(request.body)
    if (!read.success) throw invalid({ body: ['Send JSON with `from` and `body`.'] })
    await receiveReply(deps, read.data)
    return answer.code(204).send()
  })
}
