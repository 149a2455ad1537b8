/** What a move says otherwise than the one before: the old struck through, the new beside it (checklist OFR-32). */

import { type NamedEntity, termRows } from '#marketplace/kit/offer-labels.ts'
import type { DraftTerms } from '#shared/contract/offer-terms.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { TermChange } from '#shared/rules/offers/terms.ts'

export interface TermDifferencesProps {
  changes: readonly TermChange[]
  entities: readonly NamedEntity[]
}

export function TermDifferences({ changes, entities }: TermDifferencesProps) {
  return (
    <ul className="grid gap-0.5 text-sm">
      {changes.flatMap((change) => {
        const said = sayChange(change, entities)
        return said === null ? [] : [<Line key={change.name} {...said} />]
      })}
    </ul>
  )
}

interface ChangeLine {
  readonly name: string
  readonly before: string | null
  readonly after: string
}

function Line({ name, before, after }: ChangeLine) {
  return (
    <li className="num whitespace-normal">
      <span className="text-text-2">{name}: </span>
      {before === null ? null : (
        <>
          <s className="text-text-3">
            <span className="sr-only">before </span>
            {before}
          </s>{' '}
        </>
      )}
      <b className="font-semibold">{after}</b>
    </li>
  )
}

/** A note stands with its move in its own words. */
function sayChange({ name, before, after }: TermChange, entities: readonly NamedEntity[]): ChangeLine | null {
  if (name === 'note') return null
  if (name === 'price_cents')
    return { name: 'Price', before: centsText(before), after: centsText(after) ?? '—' }
  const row = (value: unknown) => termRows({ [name]: value } as DraftTerms, entities)[0]
  const now = row(after)
  if (now === undefined) return null
  return { name: now[0], before: row(before)?.[1] ?? null, after: now[1] }
}

const centsText = (cents: unknown): string | null =>
  typeof cents === 'number' ? formatMoney(cents / 100) : null
