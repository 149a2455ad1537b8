/** What the price and the status were before. */
import type { PropertyWire } from '#shared/contract/properties.ts'
import { formatMoney } from '#shared/format/money.ts'
import { dayOf } from './deal.ts'
import { Section } from './section.tsx'

type Changes = PropertyWire['price_changes']

export function History({ changes }: { changes: Changes }) {
  if (changes.length === 0) return null
  const rows = historyOf(changes)
  return (
    <Section title="Price history">
      <table className="w-full tabular-nums">
        <caption className="sr-only">Price history</caption>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-line border-t first:border-t-0">
              <td className="py-2.25 text-text-2">{row.day}</td>
              <th scope="row" className="py-2.25 text-left font-label">
                {row.words}
              </th>
              <td className="py-2.25 text-right font-semibold">{row.price}</td>
              <td className="w-24 py-2.25 text-right text-text-3">{row.step}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** Its price at that time is no news. */
const arvRow = ({ at, arv }: Changes[number], index: number) => ({
  key: `${index} ${at}`,
  day: dayOf(at) ?? '',
  words: arv == null ? 'ARV taken away' : 'ARV changed',
  price: arv == null ? '' : formatMoney(arv),
  step: '',
})

const STATUS_WORDS = { available: 'Available again', pending: 'Pending', sold: 'Sold' } as const

/** The latest first, each price with how far it went from the one before. */
export function historyOf(changes: Changes) {
  const byTime = [...changes].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  let before: number | null = null
  const rows = byTime.map((change, index) => {
    if (change.kind === 'arv') return arvRow(change, index)
    const from = before
    before = change.price
    return {
      key: `${index} ${change.at}`,
      day: dayOf(change.at) ?? '',
      words: wordsOf(change, from),
      price: formatMoney(change.price),
      step: stepWords(from, change.price),
    }
  })
  return rows.reverse()
}

function wordsOf(change: Changes[number], from: number | null): string {
  if (change.kind === 'listed') return 'Listed'
  if (change.kind === 'status') return change.status ? STATUS_WORDS[change.status] : 'Status changed'
  return from !== null && change.price > from ? 'Price raised' : 'Price dropped'
}

function stepWords(from: number | null, to: number): string {
  if (from === null || from === 0 || from === to) return ''
  const percent = Math.abs(((to - from) / from) * 100).toFixed(1)
  return `${to < from ? '−' : '+'}${percent}%`
}
