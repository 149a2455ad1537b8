/** Address requests and inquiries of customers (spec section 7, Properties and deals; section 8, Address inquiry). */
import type { FastifyInstance } from 'fastify'
import { keyOf } from '#server/core/http/idempotency.ts'
import { invalid, unauthenticated } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import {
  ADDRESS_REQUEST_SUBMITTED,
  getAddressRequest,
  listAddressRequests,
  sendInquiry,
} from '#shared/contract/inquiries.ts'
import { type Asked, askForAddress, askQuestion, isQuestionAsked } from './ask.ts'
import { notifyRequest } from './notify.ts'
import { addressRequestOf, requestById, requestsOf } from './queries.ts'
import { quotaOf } from './quota.ts'
import { requestWire, trueAddress } from './wire.ts'

const HOUR_MS = 60 * MINUTE_MS

export function registerInquiries(app: FastifyInstance, deps: RoomDeps & { messenger: Messenger }): void {
  const { db, limits, messenger, broadcaster, prefix } = deps
  const questions = app.createThrottle('inquiries', limits.inquiriesPerHour, HOUR_MS)

  const quota = async (customerId: number) => {
    const { idv_status } = await db
      .selectFrom('customers')
      .select('idv_status')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow(unauthenticated)
    const customer = { id: customerId, isVerified: idv_status === 'success' }
    return quotaOf(db, customer, { limits, nowMs: deps.nowMs() })
  }
  const tell = async (asked: Asked) => {
    const row = await requestById(db, asked.requestId)
    if (asked.news) {
      await messenger.announce(asked.news.message, asked.news.written)
      await notifyRequest(broadcaster, prefix, row)
    }
    return row
  }

  serve(app, getAddressRequest, async ({ query, me }) => {
    const row = await addressRequestOf(db, me.id, query.property_id)
    return { data: row ? requestWire(row) : null, quota: await quota(me.id) }
  })

  serve(app, listAddressRequests, async ({ me }) => {
    return { data: (await requestsOf(db, me.id)).map(requestWire), quota: await quota(me.id) }
  })

  serve(app, sendInquiry, async ({ body, me, request }) => {
    const message = body.message?.trim() || null
    const ask = { customerId: me.id, propertyId: body.property_id, message, key: keyOf(request) }
    if (body.type === 'inquiry') {
      if (message === null) throw invalid({ message: ['The message must not be empty.'] })
      await questions.takeUnless(String(me.id), () => isQuestionAsked(db, ask))
      const row = await tell(await askQuestion(db, ask))
      return { message: 'Your question has been sent.', data: requestWire(row) }
    }
    const row = await tell(await askForAddress(db, ask, limits))
    const words = row.state === 'granted' ? trueAddress(row) : ADDRESS_REQUEST_SUBMITTED
    return { message: words, data: requestWire(row), quota: await quota(me.id) }
  })
}
