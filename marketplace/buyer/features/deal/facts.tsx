/** What is known of the house in figures: a strip under the headline, the rest behind a press on phones. */
import type { Fact } from './deal.ts'

export function Facts({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <dl className="mt-4.5 grid grid-cols-3 gap-x-6 gap-y-4 border-line border-y py-3.5 print:mt-3 print:grid-cols-6 print:gap-y-2 broad:grid-cols-6">
      {facts.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="data-label">{name}</dt>
          <dd className="font-semibold text-md tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
