/** A statement as a file for a spreadsheet (RFC 4180). Pure. */
import type { TransactionWire } from '#shared/contract/money.ts'

const HEAD = ['Date (UTC)', 'Number', 'Type', 'Description', 'Status', 'Amount (USD)', 'Balance (USD)']

export function statementCsv(rows: readonly TransactionWire[]): string {
  const lines = rows.map((row) => [
    ...[row.created_at.slice(0, 19).replace('T', ' '), row.id, row.kind.replaceAll('_', ' ')],
    ...[row.description, row.status, decimal(row.amount_cents)],
    row.balance_cents === null || row.balance_cents === undefined ? '' : decimal(row.balance_cents),
  ])
  return `${[HEAD, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}

/** Whole cents as digits: no division that could round. */
function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A spreadsheet must not take somebody's words for a formula. A number is no formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+\.\d\d$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
