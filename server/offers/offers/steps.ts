/** The steps to closing as they are kept: planned with the acceptance, ticked off by either side, two of them by moves. */
import type { Selectable, Transaction } from 'kysely'
import { writeAudit } from '#server/core/audit/audit.ts'
import type { OfferStepsTable } from '#server/core/database/offer-tables.ts'
import type { Database } from '#server/core/database/open.ts'
import type { Schema } from '#server/core/database/schema.ts'
import { forbidden, invalid } from '#server/core/http/refusal.ts'
import type { OfferStep } from '#shared/contract/offers.ts'
import { hasSteps, STEPS_OF, stepsDue } from '#shared/rules/offers/closing-steps.ts'
import { isDay } from '#shared/rules/offers/terms.ts'
import type { OfferRow } from './offer-row.ts'
import { notNow } from './refusals.ts'
import type { Mover } from './write-move.ts'

export type StepRow = Selectable<OfferStepsTable>

/** By primary key. */
export const stepsOf = (db: Database, offerId: number): Promise<StepRow[]> =>
  db.selectFrom('offer_steps').selectAll().where('offer_id', '=', offerId).execute()

/** An offer that was accepted before and ran out is planned anew. By primary key. */
export async function planSteps(trx: Transaction<Schema>, offer: OfferRow, nowMs: number): Promise<void> {
  await trx.deleteFrom('offer_steps').where('offer_id', '=', offer.id).execute()
  const due = Object.entries(stepsDue(offer.terms, nowMs)) as [OfferStep, string][]
  await trx
    .insertInto('offer_steps')
    .values(due.map(([step, due_on]) => ({ offer_id: offer.id, step, due_on })))
    .execute()
}

export interface StepChange {
  step: OfferStep
  isDone?: boolean | undefined
  dueOn?: string | null | undefined
  note?: string | undefined
}

export interface StepAct {
  change: StepChange
  by: Mover & { side: 'buyer' | 'seller' }
  nowMs: number
}

/** The offer is locked. Throws 403 for a step that is not this side's, 409 while nobody is bound, 422 for a day no calendar has. */
export async function changeStep(
  trx: Transaction<Schema>,
  offer: OfferRow,
  { change, by, nowMs }: StepAct,
): Promise<void> {
  const { step, isDone, dueOn } = change
  if (dueOn && !isDay(dueOn)) throw invalid({ due_on: ['This date does not exist.'] })
  if (isDone !== undefined && !STEPS_OF[by.side].includes(step)) throw forbidden()
  if (!hasSteps(offer.state)) throw notNow(offer)
  const done =
    isDone === undefined ? {} : { done_at: isDone ? new Date(nowMs) : null, done_by: isDone ? by.side : null }
  await store(trx, offer.id, step, {
    ...done,
    ...(change.dueOn === undefined ? {} : { due_on: change.dueOn }),
    ...(change.note === undefined ? {} : { note: change.note.trim() || null }),
  })
  await writeAudit(trx, {
    actor: by.actor,
    action: 'offer.step',
    subject: { kind: 'offer', id: offer.id },
    ip: by.ip,
    after: { ...change },
  })
}

/** Of a step that a move brings about. */
export const finishStep = (
  trx: Transaction<Schema>,
  offer: OfferRow,
  { step, nowMs }: { step: OfferStep; nowMs: number },
): Promise<void> => store(trx, offer.id, step, { done_at: new Date(nowMs), done_by: 'seller' })

/** By primary key. */
async function store(
  trx: Transaction<Schema>,
  offerId: number,
  step: OfferStep,
  values: Partial<Pick<StepRow, 'due_on' | 'done_at' | 'done_by' | 'note'>>,
): Promise<void> {
  const row = { offer_id: offerId, step, ...values }
  await trx
    .insertInto('offer_steps')
    .values(row)
    .onConflict((clash) => clash.columns(['offer_id', 'step']).doUpdateSet(row))
    .execute()
}
