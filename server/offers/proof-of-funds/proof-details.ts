/** Amount, bank and validity of a proof of funds: from a form's texts, checked, with the validity that is assumed (checklist OFR-14). */
import * as z from 'zod/mini'
import { invalid } from '#server/core/http/refusal.ts'
import { cleanTexts } from '#server/core/http/storable.ts'
import { PROOF_VALID_DAYS } from '#shared/contract/limits.ts'
import { updateProofOfFunds } from '#shared/contract/proof-of-funds.ts'

export type ProofDetails = z.output<NonNullable<typeof updateProofOfFunds.body>>

const DAY_MS = 86_400_000

/** Throws 422 by field. An empty text is not given. */
export function detailsOfForm(fields: Readonly<Record<string, string>>): ProofDetails {
  const { amount_cents: amount, bank, valid_until: validUntil } = fields
  const given = {
    ...(amount ? { amount_cents: Number(amount) } : {}),
    ...(bank?.trim() ? { bank: bank.trim() } : {}),
    ...(validUntil ? { valid_until: validUntil } : {}),
  }
  cleanTexts(given)
  const parsed = z.safeParse(updateProofOfFunds.body ?? z.object({}), given)
  if (!parsed.success)
    throw invalid(
      Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), [issue.message]])),
    )
  checkDay(parsed.data.valid_until)
  return parsed.data
}

/** Throws 422 for a day no calendar has. */
export function checkDay(day: string | null | undefined): void {
  if (!day) return
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day))
    throw invalid({ valid_until: ['This day does not exist. Enter a date like 2026-03-31.'] })
}

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const assumedValidity = (nowMs: number): string => dayOf(nowMs + PROOF_VALID_DAYS * DAY_MS)
