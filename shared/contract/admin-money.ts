/** The house's calls about deposits and the books (checklist ADM-02). Ours. */
import * as z from 'zod/mini'
import { adminReason } from './admin.ts'
import { endpoint } from './endpoint.ts'
import { DEPOSIT_STATES, TRANSACTION_KINDS } from './money.ts'
import { amount, flag, id, idText, instant, maybe, page, pageNumber, wrapped } from './wire.ts'

const person = z.object({ id: id(), name: z.string(), email: z.string() })

const deposit = z.object({
  id: id(),
  customer: person,
  amount_cents: z.int(),
  state: z.enum(DEPOSIT_STATES),
  created_at: instant(),
  active_offers_count: amount(),
  forfeit: maybe(
    z.object({
      reason: z.string(),
      proposed_by: maybe(z.string()),
      proposed_at: instant(),
      /** Nobody may decide before. */
      decided_after: instant(),
      appeal: maybe(z.string()),
      is_own: flag(),
    }),
  ),
})
export type AdminDepositWire = z.output<typeof deposit>

export const adminDeposits = endpoint({
  name: 'adminDeposits',
  method: 'GET',
  path: '/admin/api/deposits',
  at: 'site',
  auth: 'staff',
  summary: 'Deposits that are held; those that wait for a decision first.',
  query: z.object({ page: pageNumber(), state: z.optional(z.enum(DEPOSIT_STATES)) }),
  reply: page(deposit),
})

const depositParams = z.object({ deposit: idText() })

export const adminRefundDeposit = endpoint({
  name: 'adminRefundDeposit',
  method: 'POST',
  path: '/admin/api/deposits/{deposit}/refund',
  at: 'site',
  auth: 'staff',
  needsStepUp: true,
  summary: 'Return a deposit to the wallet. 409 `active_offers` while active offers depend on it.',
  params: depositParams,
  body: z.object({ reason: adminReason() }),
  reply: wrapped(deposit),
})

export const adminProposeForfeit = endpoint({
  name: 'adminProposeForfeit',
  method: 'POST',
  path: '/admin/api/deposits/{deposit}/forfeit',
  at: 'site',
  auth: 'staff',
  needsStepUp: true,
  summary: 'Propose to keep a deposit. The customer is notified and may object.',
  params: depositParams,
  body: z.object({ reason: adminReason() }),
  reply: wrapped(deposit),
})

export const adminDecideForfeit = endpoint({
  name: 'adminDecideForfeit',
  method: 'PUT',
  path: '/admin/api/deposits/{deposit}/forfeit',
  at: 'site',
  auth: 'staff',
  needsStepUp: true,
  summary:
    'Decide on a proposal to keep a deposit, after the notice period and by a person who did not propose it. 409 `same_person`, `too_early`, `active_offers`.',
  params: depositParams,
  body: z.object({ decision: z.enum(['forfeit', 'drop']) }),
  reply: wrapped(deposit),
})

const ledgerRow = z.object({
  id: id(),
  kind: z.enum(TRANSACTION_KINDS),
  customer: z.object({ id: id(), name: maybe(z.string()) }),
  description: z.string(),
  created_at: instant(),
  /** Of an adjustment: who proposed it and who approved it, by name. */
  proposed_by: maybe(z.string()),
  approved_by: maybe(z.string()),
  entries: z.array(z.object({ place: z.string(), amount_cents: z.int() })),
})
export type LedgerRowWire = z.output<typeof ledgerRow>

export const adminLedger = endpoint({
  name: 'adminLedger',
  method: 'GET',
  path: '/admin/api/ledger',
  at: 'site',
  auth: 'staff',
  summary: 'The ledger: every movement with its entries, newest first.',
  query: z.object({ page: pageNumber(), customer_id: z.optional(idText()) }),
  reply: page(ledgerRow),
})

export const adminLedgerTotals = endpoint({
  name: 'adminLedgerTotals',
  method: 'GET',
  path: '/admin/api/ledger-totals',
  at: 'site',
  auth: 'staff',
  summary: 'The balance of each place of the ledger, in cents. The sum is zero.',
  reply: wrapped(z.object({ places: z.record(z.string(), z.int()), sum_cents: z.int() })),
})
