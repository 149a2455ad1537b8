/** Around each step of the guide: the line of steps, the heading, and what leads back, past it and on. */
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { BRAND } from '#marketplace/kit/brand.ts'
import { BrandMark } from '#marketplace/kit/ui/brand-mark.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { hashOf, START_STEPS, type StartStep } from '#shared/contract/seller-places.ts'
import { Button, buttonClass } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { START_LABELS, STEP_WORDS, stepTitle, stepWords } from './start-labels.ts'

const DESK = hashOf({ kind: 'today' })

export const GuideHead = () => (
  <div className="flex items-center gap-3">
    <a href={DESK} className="target me-auto flex items-center gap-2 font-semibold text-lg">
      <BrandMark /> {BRAND}
    </a>
    <a href={DESK} className="target text-link text-sm">
      {START_LABELS.leave}
    </a>
  </div>
)

interface FrameProps {
  step: StartStep
  isDone: (step: StartStep) => boolean
  children: ReactNode
}

export function StepFrame({ step, isDone, children }: FrameProps) {
  const { title, text } = STEP_WORDS[step]
  const at = START_STEPS.indexOf(step)
  return (
    <>
      <ol aria-label={START_LABELS.steps} className="flex">
        {START_STEPS.map((one, index) => (
          <li
            key={one}
            className={classNames(
              'min-w-0 border-b-2',
              one === step ? 'max-duo:flex-auto duo:flex-1' : 'flex-1',
              index <= at ? 'border-text' : 'border-line',
            )}
          >
            <a
              href={hashOf({ kind: 'start', step: one })}
              aria-current={one === step ? 'step' : undefined}
              className={classNames(
                'target flex items-center gap-1.75 whitespace-nowrap pb-2.25 text-sm',
                one === step ? 'font-semibold' : 'text-text-2',
              )}
            >
              <StepMark number={index + 1} isDone={isDone(one)} />
              <span className={one === step ? undefined : 'max-duo:sr-only'}>{STEP_WORDS[one].name}</span>
            </a>
          </li>
        ))}
      </ol>
      <div className="grid gap-1.5">
        <ViewHeading
          name={stepTitle(title, at + 1, START_STEPS.length)}
          className="font-semibold text-2xl tracking-tight"
        >
          {title}
        </ViewHeading>
        <p className="text-text-2">{text}</p>
      </div>
      <p role="status" className="text-gain-text text-sm empty:sr-only">
        {isDone(step) ? START_LABELS.isDone : null}
      </p>
      {children}
    </>
  )
}

const StepMark = ({ number, isDone }: { number: number; isDone: boolean }) => (
  <span
    className={classNames(
      'num grid size-4.5 flex-none place-items-center rounded-full border font-semibold text-2xs',
      isDone ? 'border-text bg-text text-surface' : 'border-field',
    )}
  >
    {isDone ? <Check size={12} strokeWidth={3} aria-hidden="true" /> : number}
    {isDone ? <span className="sr-only">Done: </span> : null}
  </span>
)

interface FootProps {
  step: StartStep
  label?: string
  isBusy?: boolean
  isDisabled?: boolean
  /** Absent: the button submits the form that it is in. */
  onContinue?: () => void
}

/** The first step alone cannot be skipped; the last leads out of the guide. */
export function StepFoot({
  step,
  label = START_LABELS.goOn,
  isBusy = false,
  isDisabled,
  onContinue,
}: FootProps) {
  const at = START_STEPS.indexOf(step)
  const before = START_STEPS[at - 1]
  const quiet = buttonClass({ variant: 'ghost' })
  return (
    <div className="grid gap-3.5">
      <div className="flex flex-wrap items-center gap-2">
        {before ? (
          <a href={hashOf({ kind: 'start', step: before })} className={quiet}>
            {START_LABELS.back}
          </a>
        ) : null}
        <span className="flex-1" />
        {before ? (
          <a href={hashAfter(step)} className={quiet}>
            {START_LABELS.skip}
          </a>
        ) : null}
        <Button
          type={onContinue ? 'button' : 'submit'}
          variant="primary"
          size="lg"
          isBusy={isBusy}
          disabled={isDisabled}
          onClick={onContinue}
        >
          {label}
        </Button>
      </div>
      <p className="text-end text-text-3 text-xs">
        {stepWords(step)} {START_LABELS.findAgain}
      </p>
    </div>
  )
}

const hashAfter = (step: StartStep): string => {
  const next = START_STEPS[START_STEPS.indexOf(step) + 1]
  return next ? hashOf({ kind: 'start', step: next }) : DESK
}
