/** The way to closing: each step with its day and whether it is done; what comes next is marked (checklist OFR-40). */

import { useState } from 'react'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { STEP_WORDS } from '#marketplace/kit/offer-labels.ts'
import type { OfferDetail, StepChange } from '#marketplace/seller/offers/offer-rows.ts'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import type { OfferStep } from '#shared/contract/offers.ts'
import { isActive } from '#shared/rules/offers/offer-graph.ts'
import { Part } from './part.tsx'

/** These are done by a move of their own. */
const BY_MOVE: ReadonlySet<OfferStep> = new Set(['contract_signed', 'closed'])

export function OfferTracker({ desk, offer }: { desk: DeskStore; offer: OfferDetail }) {
  const [busy, setBusy] = useState<OfferStep | null>(null)
  const next = offer.steps.find(({ done_at }) => !done_at)?.step
  const mayChange = isActive(offer.state)
  const change = async (step: OfferStep, what: StepChange) => {
    setBusy(step)
    await desk.offers.step(offer.id, step, what)
    setBusy(null)
  }
  return (
    <Part title="Way to closing">
      <ol className="grid gap-2 text-sm">
        {offer.steps.map(({ step, due_on, done_at }) => (
          <li
            key={step}
            aria-current={mayChange && step === next ? 'step' : undefined}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3"
          >
            <label className="flex items-center gap-2.5">
              <input
                type="checkbox"
                checked={Boolean(done_at)}
                disabled={!mayChange || BY_MOVE.has(step) || busy === step}
                onChange={(event) => void change(step, { is_done: event.currentTarget.checked })}
                className="size-4 accent-accent"
              />
              <span className={step === next && mayChange ? 'font-semibold' : ''}>{STEP_WORDS[step]}</span>
            </label>
            {done_at ? (
              <span className="num text-gain-text">Done {dayWords(done_at)}</span>
            ) : (
              <input
                type="date"
                aria-label={`${STEP_WORDS[step]}, due`}
                value={due_on ?? ''}
                disabled={!mayChange || busy === step}
                onChange={(event) => void change(step, { due_on: event.currentTarget.value || null })}
                className="field-box num w-auto! py-1!"
              />
            )}
          </li>
        ))}
      </ol>
    </Part>
  )
}
