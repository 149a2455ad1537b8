/** What stands between somebody and an offer: each step with its reason and what does it, in place (checklist OFR-02). */
import { Check, CircleDashed } from 'lucide-react'
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import type { GateStep, OfferGateWire } from '#shared/contract/offers.ts'
import { Button } from '#shared/ui/button.tsx'

export interface GateListProps {
  gate: OfferGateWire
  /** The draft has a proof of funds that counts, or documents, whatever the server knew when the gate was loaded. */
  hasFunds: boolean
  onStep: (step: GateStep) => void
}

const LABELS: Readonly<Record<Exclude<GateStep, 'slots'>, string>> = {
  login: 'Logged in',
  email: 'Email confirmed',
  phone: 'Phone confirmed',
  deposit: 'Refundable deposit',
  funds: 'Proof of funds or company documents',
  identity: 'Identity verified',
  deal: 'The deal takes offers',
}

const BUTTONS: Readonly<Record<Exclude<GateStep, 'slots' | 'deal'>, string>> = {
  login: 'Log in',
  email: 'Confirm email',
  phone: 'Confirm a phone',
  deposit: 'Pay the deposit',
  funds: 'Attach a file',
  identity: 'Verify identity',
}

/** Steps that are still to be done. */
export const openSteps = ({ steps }: OfferGateWire, hasFunds: boolean): readonly GateStep[] =>
  steps.filter((one) => !isMet(one, hasFunds)).map(({ step }) => step)

const isMet = ({ step, is_met: met }: OfferGateWire['steps'][number], hasFunds: boolean): boolean =>
  step === 'funds' ? hasFunds : met

export function GateList({ gate, hasFunds, onStep }: GateListProps) {
  return (
    <ul
      aria-label="Before you can send"
      className="grid rounded-md border border-line [&>li+li]:border-line [&>li+li]:border-t"
    >
      {gate.steps.map((one) => {
        const isDone = isMet(one, hasFunds)
        const words = one.words ?? (one.step === 'funds' ? NOT_COUNTING : null)
        const Icon = isDone ? Check : CircleDashed
        return (
          <li key={one.step} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3.5 py-2.5 text-sm">
            <Icon
              size={16}
              strokeWidth={1.75}
              aria-hidden="true"
              className={isDone ? 'flex-none text-gain-text' : 'flex-none text-text-3'}
            />
            <div className="min-w-0 flex-1 basis-40">
              <p className={isDone ? 'text-text-2' : 'font-medium'}>
                {labelOf(one.step, gate)}
                <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
              </p>
              {isDone || words === null ? null : <p className="text-text-2">{words}</p>}
            </div>
            {isDone ? null : <StepButton step={one.step} onStep={onStep} />}
          </li>
        )
      })}
    </ul>
  )
}

/** Another proof would do: the server requires any. */
const NOT_COUNTING =
  'This seller does not accept the proof you chose yet. Choose another one, or add company documents.'

const labelOf = (step: GateStep, gate: OfferGateWire): string =>
  step === 'slots'
    ? `${gate.active_offers_count} of ${gate.offers_per_deposit_limit} offers used`
    : LABELS[step]

export function StepButton({ step, onStep }: { step: GateStep; onStep: (step: GateStep) => void }) {
  if (step === 'deal') return null
  if (step === 'slots')
    return (
      <LinkButton href="/profile/offers" size="sm" className="pointer-coarse:h-11">
        See your offers
      </LinkButton>
    )
  return (
    <Button size="sm" className="pointer-coarse:h-11" onClick={() => onStep(step)}>
      {BUTTONS[step]}
    </Button>
  )
}
