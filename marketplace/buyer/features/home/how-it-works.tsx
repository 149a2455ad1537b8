/** How buying works here, in four steps, with the fee and the limit that this installation has now (spec section 9). */
import type { Configs } from '#marketplace/buyer/platform/configs-store.ts'
import { useConfigs } from '#marketplace/buyer/platform/services-context.tsx'
import { formatMoney } from '#shared/format/money.ts'

/** Without numbers until they came. */
const stepsOf = (configs: Configs | null) => [
  {
    title: 'Set a buy box',
    text: 'Link your LLC or trust, or pick counties and cities by hand.',
  },
  {
    title: 'Talk to the seller',
    text: 'Ask for the address, the inspection report or a walk-through in one thread.',
  },
  {
    title: 'Make an offer',
    text: `Attach proof of funds. One refundable deposit covers ${
      configs === null ? 'several open offers' : offersText(configs.offers_per_deposit_limit)
    }.`,
  },
  {
    title: 'Close',
    text: `The platform fee is ${
      configs === null ? '' : `${formatMoney(configs.platform_fee)}, `
    }shown before you send an offer.`,
  },
]

const offersText = (count: number) => (count === 1 ? '1 open offer' : `${count} open offers`)

export function HowItWorks() {
  const configs = useConfigs()
  return (
    <section id="how" className="page-column pt-10">
      <h2 className="mb-3.5 font-semibold text-lg tracking-tight">How buying works</h2>
      <ol className="grid gap-x-6 gap-y-5 desk:grid-cols-2 broad:grid-cols-4">
        {stepsOf(configs).map((step) => (
          <li key={step.title} className="border-ink border-t-2 pt-3">
            <h3 className="font-semibold">{step.title}</h3>
            <p className="mt-1 text-sm text-text-2">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
