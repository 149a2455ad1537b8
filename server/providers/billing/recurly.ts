/**
 * Cards by Recurly, through its own library: one account per customer, a purchase with one line per payment, 3-D Secure by its
 * tokens. A webhook only says that something changed; what it is, is asked of Recurly. Each charge carries the payment's number as its
 * PO number and as its idempotency key, so that asking twice is one charge and a lost one can be found.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Client, Invoice, InvoiceCollection } from 'recurly'
import recurly from 'recurly'
import { invalid, Refusal } from '#server/core/http/refusal.ts'
import type {
  BillingProvider,
  BillingSettings,
  Charge,
  Outcome,
  Payer,
  Refund,
  RefundOutcome,
} from './billing-provider.ts'
import { isAbsent, isAnswer, isRefusedCard, outcomeOfError, outcomeOfInvoice } from './recurly-outcomes.ts'
import { readRecurlyWebhook, recurlyNotice } from './recurly-webhook.ts'

export type RecurlySettings = Extract<BillingSettings, { driver: 'recurly' }>

const CENTS_PER_USD = 100
const INVOICES_LOOKED_THROUGH = 50

export function createRecurlyBilling(
  settings: RecurlySettings,
  { log, nowMs = Date.now }: { log: Pick<FastifyBaseLogger, 'warn'>; nowMs?: () => number },
): BillingProvider {
  const { region, publicKey, webhookKey, origin } = settings
  const client = new recurly.Client(settings.apiKey, { region, httpAdapter: createTransport(origin) })
  const invoiceOutcome = async (id: string) => outcomeOfInvoice(await client.getInvoice(id))
  return {
    name: 'recurly',
    fields: () => ({ driver: 'recurly', fields_url: null, public_key: publicKey }),
    addCard: (payer, token) => addCard(client, payer, token, log),
    async removeCard({ customerId }, cardRef) {
      await client.removeABillingInfo(codeOf(customerId), cardRef).catch((error: unknown) => {
        if (!isAbsent(error)) throw error
      })
    },
    charge: (charge) => purchase(client, charge, null),
    complete: (charge, resultToken) => purchase(client, charge, resultToken),
    async find({ paymentId, customerId, ref }) {
      if (ref !== null && ref !== poOf(paymentId)) return invoiceOutcome(ref)
      const invoice = await findInvoice(client, customerId, paymentId)
      return invoice ? outcomeOfInvoice(invoice) : null
    },
    refund: (charge) => refund(client, charge),
    refundPart: (part) => refundPart(client, part),
    findRefund: (part) => findRefund(client, part),
    readWebhook: (request, rawBody) =>
      readRecurlyWebhook(webhookKey, request.headers['recurly-signature'], rawBody, nowMs()),
    async resolve(payload) {
      const invoice = await invoiceOf(client, payload)
      if (!invoice?.id) return null
      const paymentId = Number(/^plat-(\d+)$/.exec(invoice.poNumber ?? '')?.[1] ?? 0) || null
      return { ref: invoice.id, paymentId, outcome: outcomeOfInvoice(invoice) }
    },
  }
}

/** Names a customer to Recurly without a name. */
const codeOf = (customerId: number) => `code-plat-${customerId}`
const poOf = (paymentId: number) => `plat-${paymentId}`

async function addCard(
  client: Client,
  payer: Payer,
  token: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): ReturnType<BillingProvider['addCard']> {
  try {
    await ensureAccount(client, payer)
    const info = await client.createBillingInfo(codeOf(payer.customerId), { tokenId: token })
    const { cardType, lastFour, expMonth, expYear } = info.paymentMethod ?? {}
    return {
      ref: info.id ?? '',
      brand: cardType ?? 'Card',
      lastFour: lastFour ?? '',
      expMonth: expMonth ?? 0,
      expYear: expYear ?? 0,
    }
  } catch (error) {
    if (isRefusedCard(error)) throw invalid({ token: ['The card was refused. Check it, or use another.'] })
    log.warn({ reason: (error as Error).name }, 'Recurly did not take a card')
    throw new Refusal(503, {
      message: 'The card service does not answer right now. Try again in a few minutes.',
      code: 'provider_down',
    })
  }
}

async function ensureAccount(client: Client, { customerId, email, name }: Payer): Promise<void> {
  const code = codeOf(customerId).slice('code-'.length)
  try {
    await client.getAccount(codeOf(customerId))
  } catch (error) {
    if (!isAbsent(error)) throw error
    const [firstName = '', ...rest] = name.split(' ')
    await client.createAccount({ code, email, firstName, lastName: rest.join(' ') })
  }
}

/** The library takes options that its types do not name. */
type WithOptions = (
  body: Parameters<Client['createPurchase']>[0],
  options: { headers: Record<string, string> },
) => Promise<InvoiceCollection>

/** Rejects when no answer came: the charge may have been made. */
async function purchase(client: Client, charge: Charge, resultToken: string | null): Promise<Outcome> {
  const { paymentId, payer, cardRef, amountCents, currency, description } = charge
  const key = resultToken === null ? poOf(paymentId) : `${poOf(paymentId)}-${resultToken}`
  const create: WithOptions = client.createPurchase.bind(client)
  try {
    const { chargeInvoice } = await create(
      {
        currency,
        collectionMethod: 'automatic',
        poNumber: poOf(paymentId),
        billingInfoId: cardRef,
        account: {
          code: codeOf(payer.customerId).slice('code-'.length),
          ...(resultToken === null ? {} : { billingInfo: { threeDSecureActionResultTokenId: resultToken } }),
        },
        lineItems: [
          {
            currency,
            type: 'charge',
            quantity: 1,
            description,
            // Their API speaks of dollars.
            unitAmount: amountCents / CENTS_PER_USD,
          },
        ],
      },
      { headers: { 'Idempotency-Key': key } },
    )
    if (!chargeInvoice) throw new Error('Recurly answered a purchase without an invoice.')
    return outcomeOfInvoice(chargeInvoice)
  } catch (error) {
    if (!isAnswer(error)) throw error
    return outcomeOfError(error, poOf(paymentId), resultToken !== null)
  }
}

/** What was refunded before stays refunded. */
async function refund(client: Client, { ref, paymentId }: { ref: string; paymentId: number }): Promise<void> {
  const send: RefundWithOptions = client.refundInvoice.bind(client)
  try {
    await send(ref, { type: 'amount' }, { headers: { 'Idempotency-Key': `refund-${poOf(paymentId)}` } })
  } catch (error) {
    const { state } = outcomeOfInvoice(await client.getInvoice(ref))
    if (state !== 'reversed') throw error
  }
}

/** Among the latest of the customer. */
async function findInvoice(client: Client, customerId: number, paymentId: number): Promise<Invoice | null> {
  const params = { limit: INVOICES_LOOKED_THROUGH, sort: 'created_at', order: 'desc' }
  let seen = 0
  try {
    for await (const invoice of client.listAccountInvoices(codeOf(customerId), { params }).each()) {
      if (invoice.poNumber === poOf(paymentId)) return invoice
      seen += 1
      if (seen >= INVOICES_LOOKED_THROUGH) break
    }
  } catch (error) {
    // A customer Recurly has never heard of.
    if (!isAbsent(error)) throw error
  }
  return null
}

/** The invoice a notice is about, as it is now; null when there is none by that name. */
async function invoiceOf(client: Client, payload: Record<string, unknown>): Promise<Invoice | null> {
  const notice = recurlyNotice.safeParse(payload)
  if (!notice.success) return null
  const { id, object_type: kind } = notice.data
  try {
    if (kind === 'charge_invoice' || kind === 'invoice') return await client.getInvoice(id)
    const { invoice } = await client.getTransaction(id)
    return invoice?.id ? await client.getInvoice(invoice.id) : null
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** The library takes options that its types do not name. */
type RefundWithOptions = (
  invoiceId: string,
  body: Parameters<Client['refundInvoice']>[1],
  options: { headers: Record<string, string> },
) => Promise<Invoice>
const RELATED_INVOICES = 200

const notesOf = (withdrawalId: number) => `Plat withdrawal ${withdrawalId}`

/**
 * Parts of a charge that go back to its card, for withdrawals. Each credit invoice carries the withdrawal's number in
 * its notes. Rejects when no answer came: the refund may have been made.
 */
async function refundPart(
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
async function findRefund(client: Client, { ref, withdrawalId }: Refund): Promise<'paid' | null> {
  const params = { limit: RELATED_INVOICES }
  try {
    for await (const invoice of client.listRelatedInvoices(ref, { params }).each())
      if (invoice.customerNotes === notesOf(withdrawalId)) return 'paid'
  } catch (error) {
    if (!isAbsent(error)) throw error
  }
  return null
}

/** Not in the library's own types. */
interface Library {
  HttpAdapter: new () => object
  HttpResponse: new (status: number, headers: Record<string, string>, body: string) => object
}
const library = recurly as unknown as Library

const TIMEOUT_MS = 10_000

/**
 * How Recurly's library reaches its API: by fetch, with a limit of time, and in tests at another address. Rejects when
 * nothing answered in time; an answer that says no is an answer.
 */
function createTransport(origin: string | undefined): object {
  return new (class extends library.HttpAdapter {
    async execute(method: string, url: string, headers: Record<string, string>, body: string | null) {
      const { pathname, search } = new URL(url)
      const answer = await fetch(origin ? `${origin}${pathname}${search}` : url, {
        method,
        headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body === null ? {} : { body }),
      })
      return new library.HttpResponse(answer.status, Object.fromEntries(answer.headers), await answer.text())
    }
  })()
}
