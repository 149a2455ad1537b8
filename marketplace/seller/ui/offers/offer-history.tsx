/** All that happened to an offer, the latest first, each move with what it changed. */

import { momentWords } from '#marketplace/kit/date-labels.ts'
import { moveWords, termRows } from '#marketplace/kit/offer-labels.ts'
import type { OfferDetail } from '#marketplace/seller/offers/offer-rows.ts'
import type { DraftTerms } from '#shared/contract/offer-terms.ts'
import { formatMoney } from '#shared/format/money.ts'
import { termChanges } from '#shared/rules/offers/terms.ts'
import { Part } from './part.tsx'

export function OfferHistory({ offer }: { offer: OfferDetail }) {
  const told = offer.moves.map((move, index) => ({
    ...move,
    changes: changesOf(offer.moves[index - 1], move),
  }))
  return (
    <Part title="Activity">
      <ol className="grid gap-3 text-sm">
        {told.reverse().map((move) => (
          <li key={move.id}>
            <p>
              {move.name === null || move.name === undefined ? null : (
                <span className="font-semibold">{move.name} </span>
              )}
              {moveWords(move)}
              {move.price == null ? null : <span className="num">{` at ${formatMoney(move.price)}`}</span>}
            </p>
            {move.changes.map(({ name, before, after }) => (
              <p key={name} className="num whitespace-normal text-text-2">
                {name}: {before === '' ? '' : <s>{before}</s>} {after}
              </p>
            ))}
            {move.note ? <p className="text-text-2">“{move.note}”</p> : null}
            <p className="num text-text-3 text-xs">{momentWords(move.created_at)}</p>
          </li>
        ))}
      </ol>
    </Part>
  )
}

type Move = OfferDetail['moves'][number]

/** In the words of the terms; a note is shown by itself, and a company's number says nothing here. */
function changesOf(before: Move | undefined, { terms }: Move) {
  if (!before) return []
  return termChanges(before.terms, terms)
    .filter(({ name }) => name !== 'note' && name !== 'entity_id')
    .map(({ name }) => ({ before: words(before.terms, name), after: words(terms, name) }))
    .map(({ before: was, after: is }) => ({ name: is.name || was.name, before: was.value, after: is.value }))
}

function words(terms: DraftTerms, name: keyof DraftTerms): { name: string; value: string } {
  if (name === 'price_cents')
    return {
      name: 'Price',
      value: terms.price_cents === undefined ? '' : formatMoney(terms.price_cents / 100),
    }
  const [row] = termRows({ [name]: terms[name] }, [])
  return { name: row?.[0] ?? '', value: row?.[1] ?? '' }
}
