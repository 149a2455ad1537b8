/** Parts of a charge that go back to its card, for withdrawals. Each credit invoice carries the withdrawal's number in its notes. */
import type { Client, Invoice } from 'recurly'
import type { Refund, RefundOutcome } from './billing-provider.ts'
import { isAbsent, isRefusedCard } from './recurly-outcomes.ts'

/** The library takes options that its types do not name. */
export type RefundWithOptions = (
  invoiceId: string,
  body: Parameters<Client['refundInvoice']>[1],
  options: { headers: Record<string, string> },
) => Promise<Invoice>

const CENTS_PER_USD = 100
const RELATED_INVOICES = 200

const notesOf = (withdrawalId: number) => `Plat withdrawal ${withdrawalId}`

/** Rejects when no answer came: the refund may have been made. */
export async function refundPart(
  client: Client,
  { ref, withdrawalId, amountCents }: Refund,
): Promise<RefundOutcome> {
  const send: RefundWithOptions = client.refundInvoice.bind(client)
  const amount = amountCents / CENTS_PER_USD
  try {
    await send(
      ref,
      { type: 'amount', amount, creditCustomerNotes: notesOf(withdrawalId) },
      { headers: { 'Idempotency-Key': `withdrawal-${withdrawalId}` } },
    )
    return 'paid'
  } catch (error) {
    if (isRefusedCard(error) || isAbsent(error)) return 'refused'
    throw error
  }
}

/** Among the invoices that belong to the charge. */
export async function findRefund(client: Client, { ref, withdrawalId }: Refund): Promise<'paid' | null> {
  const params = { limit: RELATED_INVOICES }
  try {
    for await (const invoice of client.listRelatedInvoices(ref, { params }).each())
      if (invoice.customerNotes === notesOf(withdrawalId)) return 'paid'
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
  return null
}
