/** Deleting a buyer, a deal or an offer looks for what points at it in each of these tables. */
import type { TableIndex } from '../table-indexes.ts'

/** What is mostly empty is indexed only where it is not. */
const KEYS: readonly (readonly [table: string, column: string, isOptional?: true])[] = [
  ['adjustments', 'transaction_id', true],
  ['billing_infos', 'customer_id'],
  ['campaign_recipients', 'customer_id'],
  ['deal_notes', 'property_id'],
  ['deposits', 'payment_id', true],
  ['inquiries', 'property_id'],
  ['ledger_transactions', 'offer_id', true],
  ['messages', 'inquiry_id', true],
  ['messages', 'property_id', true],
  ['offers', 'proof_id', true],
  ['payments', 'billing_info_id', true],
  ['property_reports', 'customer_id'],
  ['property_reports', 'property_id'],
  ['reviews', 'offer_id'],
  ['reviews', 'property_id'],
  ['ui_events', 'customer_id', true],
]

export const indexes: readonly TableIndex[] = KEYS.map(([table, column, isOptional]) => ({
  name: `${table}_by_${column}`,
  on: `${table} (${column})${isOptional ? ` where ${column} is not null` : ''}`,
}))
