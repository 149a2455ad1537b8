/** Recurly's API as far as payments need it, on a free local port: accounts, cards by token, purchases, invoices, signed webhooks. */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const WEBHOOK_KEY = 'webhook key'

export interface RecurlyStub {
  origin: string
  /** Method and path of what was asked, in order. */
  asked: string[]
  /** What the next purchases come to. */
  next(outcome: PurchaseOutcome): void
  /** Says nothing to the next call and cuts the line, after doing what was asked. */
  loseNextAnswer(): void
  invoices: Map<string, Invoice>
  webhook(id: string, options?: { ageS?: number; key?: string; type?: string }): Webhook
  close(): Promise<void>
}

export type PurchaseOutcome = 'paid' | 'processing' | 'three_d_secure' | 'insufficient_funds'

interface Webhook {
  body: string
  headers: Record<string, string>
}

export interface Invoice {
  id: string
  state: string
  po_number: string
  account: string
  amount: number
  refunded: boolean
  /** Parts that went back, by the notes of their credit invoice. */
  parts: Map<string, number>
}

interface Purchase {
  po_number: string
  billing_info_id?: string
  account: { code: string; billing_info?: { three_d_secure_action_result_token_id?: string } }
  line_items: { unit_amount: number; currency: string }[]
}

interface State {
  accounts: Set<string>
  invoices: Map<string, Invoice>
  /** By idempotency key. */
  answers: Map<string, Invoice>
  outcome: PurchaseOutcome
  isSilent: boolean
}

export async function startRecurlyStub(): Promise<RecurlyStub> {
  const asked: string[] = []
  const state: State = {
    accounts: new Set(),
    invoices: new Map(),
    answers: new Map(),
    outcome: 'paid',
    isSilent: false,
  }
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${new URL(request.url ?? '', 'http://stub').pathname}`)
    const answer = answerTo(state, request, await bodyOf(request))
    if (state.isSilent && request.method === 'POST') {
      state.isSilent = false
      request.socket.destroy()
    } else send(response, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    invoices: state.invoices,
    next: (outcome) => {
      state.outcome = outcome
    },
    loseNextAnswer: () => {
      state.isSilent = true
    },
    webhook(id, { ageS = 0, key = WEBHOOK_KEY, type = 'charge_invoice' } = {}) {
      const body = JSON.stringify({
        id,
        object_type: type,
        event_type: 'paid',
        site_id: 'site',
        ref: randomUUID(),
      })
      const stamp = String(Date.now() - ageS * 1000)
      const right = createHmac('sha256', key).update(`${stamp}.${body}`).digest('hex')
      const signature = `${stamp},${'0'.repeat(64)},${right}`
      return { body, headers: { 'Content-Type': 'application/json', 'recurly-signature': signature } }
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

interface StubAnswer {
  status: number
  body: unknown
}

function answerTo(state: State, request: IncomingMessage, body: unknown): StubAnswer {
  const { pathname } = new URL(request.url ?? '', 'http://stub')
  const [, kind = '', name = '', what = ''] = pathname.split('/')
  const account = decodeURIComponent(name).replace(/^code-/, '')
  if (kind === 'purchases') return purchase(state, request.headers['idempotency-key'], body as Purchase)
  if (kind === 'invoices' && what === 'refund') return refund(state.invoices.get(name), body as RefundBody)
  if (kind === 'invoices' && what === 'related_invoices') return related(state.invoices.get(name))
  if (kind === 'invoices') return found(state.invoices.get(name))
  if (kind === 'accounts' && request.method === 'POST' && what === '') {
    state.accounts.add((body as { code: string }).code)
    return { status: 201, body: { object: 'account', id: 'a1' } }
  }
  if (!state.accounts.has(account)) return notFound
  if (what === 'billing_infos') return billingInfo(request.method, body)
  if (what === 'invoices') {
    const own = [...state.invoices.values()].filter((invoice) => invoice.account === account)
    return { status: 200, body: { object: 'list', has_more: false, data: own.map(invoiceWire) } }
  }
  return { status: 200, body: { object: 'account', id: 'a1', code: account } }
}

function billingInfo(method: string | undefined, body: unknown): StubAnswer {
  if (method === 'DELETE') return { status: 204, body: null }
  if ((body as { token_id?: string }).token_id === 'bad-token')
    return failure(422, 'invalid_token', { message: 'Token is invalid' })
  const card = { card_type: 'Visa', last_four: '1111', exp_month: 8, exp_year: 2032, object: 'credit_card' }
  return { status: 201, body: { object: 'billing_info', id: `b-${randomUUID()}`, payment_method: card } }
}

function purchase(state: State, key: string | string[] | undefined, body: Purchase): StubAnswer {
  const repeated = state.answers.get(String(key))
  if (repeated) return { status: 201, body: collection(repeated) }
  const isConfirmed = body.account.billing_info?.three_d_secure_action_result_token_id === 'result-ok'
  if (state.outcome === 'three_d_secure' && !isConfirmed)
    return declined({
      code: 'three_d_secure_action_required',
      category: 'three_d_secure_action_required',
      three_d_secure_action_token_id: 'action-token',
    })
  if (state.outcome === 'insufficient_funds')
    return declined({ code: 'insufficient_funds', category: 'soft' })
  const invoice: Invoice = {
    id: `i-${randomUUID()}`,
    po_number: body.po_number,
    account: body.account.code,
    refunded: false,
    parts: new Map(),
    state: state.outcome === 'processing' ? 'processing' : 'paid',
    amount: body.line_items[0]?.unit_amount ?? 0,
  }
  state.invoices.set(invoice.id, invoice)
  state.answers.set(String(key), invoice)
  return { status: 201, body: collection(invoice) }
}

interface RefundBody {
  amount?: number
  credit_customer_notes?: string
}

const returned = ({ parts }: Invoice): number => [...parts.values()].reduce((all, part) => all + part, 0)

/** What was refunded cannot be refunded again. */
function refund(
  invoice: Invoice | undefined,
  { amount, credit_customer_notes: notes }: RefundBody,
): StubAnswer {
  if (!invoice) return notFound
  if (amount !== undefined && notes !== undefined) {
    if (!invoice.parts.has(notes) && returned(invoice) + amount > invoice.amount)
      return failure(422, 'validation', { message: 'There is less left to refund' })
    invoice.parts.set(notes, amount)
    return { status: 201, body: { object: 'invoice', id: `credit-${invoice.id}`, state: 'closed' } }
  }
  if (invoice.refunded) return failure(422, 'validation', { message: 'There is nothing left to refund' })
  invoice.refunded = true
  return { status: 201, body: { object: 'invoice', id: `credit-${invoice.id}`, state: 'closed' } }
}

function related(invoice: Invoice | undefined): StubAnswer {
  if (!invoice) return notFound
  const data = [...invoice.parts.keys()].map((notes) => ({
    object: 'invoice',
    id: `credit-${invoice.id}`,
    customer_notes: notes,
  }))
  return { status: 200, body: { object: 'list', has_more: false, data } }
}

const collection = (invoice: Invoice) => ({
  object: 'invoice_collection',
  charge_invoice: invoiceWire(invoice),
  credit_invoices: [],
})

/** A part that went back makes its transaction `refunded` as well. */
const invoiceWire = (invoice: Invoice) => {
  const { id, state, po_number, amount } = invoice
  const refunded = invoice.refunded || invoice.parts.size > 0
  const refundable_amount = invoice.refunded ? 0 : amount - returned(invoice)
  return {
    object: 'invoice',
    id,
    state,
    po_number,
    total: amount,
    refundable_amount,
    transactions: [{ object: 'transaction', id: `t-${id}`, type: 'purchase', amount, refunded }],
  }
}

const declined = (transactionError: Record<string, unknown>): StubAnswer =>
  failure(422, 'transaction', {
    message: 'Declined',
    transaction_error: { object: 'transaction_error', ...transactionError },
  })

const failure = (status: number, type: string, more: Record<string, unknown>): StubAnswer => ({
  status,
  body: { error: { type, params: [], ...more } },
})
const notFound = failure(404, 'not_found', { message: 'Not found' })
const found = (invoice: Invoice | undefined): StubAnswer =>
  invoice ? { status: 200, body: invoiceWire(invoice) } : notFound

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : JSON.parse(text)
}

function send(response: ServerResponse, { status, body }: StubAnswer): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
  response.end(body === null ? '' : JSON.stringify(body))
}
