/** Staff calls about payments that arrived after their owner's account was deleted. Ours. */
import * as z from 'zod/mini'
import { adminReason } from './admin.ts'
import { endpoint } from './endpoint.ts'
import { id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

const payment = z.object({
  id: id(),
  /** Of the account that was deleted. */
  customer_id: id(),
  amount_cents: z.int(),
  provider: z.string(),
  /** The provider's name for it. */
  provider_ref: maybe(z.string()),
  booked_at: instant(),
  /** When it was returned to the card; null while it waits. */
  returned_at: maybe(instant()),
})
export type UnclaimedPaymentWire = z.output<typeof payment>

export const adminUnclaimedPayments = endpoint({
  name: 'adminUnclaimedPayments',
  method: 'GET',
  path: '/admin/api/unclaimed-payments',
  at: 'site',
  auth: 'staff',
  summary: 'Payments that arrived after their owner deleted the account; waiting ones first.',
  query: z.object({ page: pageNumber() }),
  reply: page(payment),
})

export const adminReturnPayment = endpoint({
  name: 'adminReturnPayment',
  method: 'POST',
  path: '/admin/api/unclaimed-payments/{payment}/return',
  at: 'site',
  auth: 'staff',
  needsStepUp: true,
  summary:
    'Return a payment to its card. Repeating it changes nothing. 503 `provider_down` if the card provider does not answer.',
  params: z.object({ payment: idText() }),
  body: z.object({ reason: adminReason() }),
  reply: wrapped(payment),
})
