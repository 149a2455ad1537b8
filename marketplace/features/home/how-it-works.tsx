/** How buying works here, in four steps; each says whether it is open yet. */
import { PLATFORM_FEE_USD } from '#shared/contract/limits.ts'
import { formatUsd } from '#shared/format/money.ts'

const STEPS = [
  {
    title: 'Set a buy box',
    text: 'Link your LLC or trust, or pick counties and cities by hand.',
    isOpen: true,
  },
  {
    title: 'Talk to the seller',
    text: 'Ask for the address, the inspection report or a walk-through in one thread.',
    isOpen: true,
  },
  {
    title: 'Make an offer',
    text: 'Attach proof of funds. One refundable deposit covers four open offers.',
    isOpen: false,
  },
  {
    title: 'Close',
    text: `The platform fee is ${formatUsd(PLATFORM_FEE_USD)}, shown before you send an offer.`,
    isOpen: false,
  },
] as const

export function HowItWorks() {
  return (
    <section id="how" className="page-column pt-10">
      <h2 className="mb-3.5 font-semibold text-lg tracking-tight">How buying works</h2>
      <ol className="grid gap-x-6 gap-y-5 desk:grid-cols-2 broad:grid-cols-4">
        {STEPS.map((step) => (
          <li key={step.title} className="border-ink border-t-2 pt-3">
            <h3 className="flex items-baseline gap-2 font-semibold">
              {step.title}
              {step.isOpen ? null : (
                <span className="ml-auto font-medium text-text-3 text-xs">Opens later</span>
              )}
            </h3>
            <p className="mt-1 text-sm text-text-2">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
