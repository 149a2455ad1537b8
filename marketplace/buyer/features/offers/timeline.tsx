/** Everything that happened to an offer, the latest first, each move with what it changed. */
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { moveWords, type NamedEntity } from '#marketplace/kit/offer-labels.ts'
import type { OfferMoveWire } from '#shared/contract/offers.ts'
import { formatMoney } from '#shared/format/money.ts'
import { termChanges } from '#shared/rules/offers/terms.ts'
import { TermDifferences } from './term-differences.tsx'

export interface OfferTimelineProps {
  moves: readonly OfferMoveWire[]
  entities: readonly NamedEntity[]
}

export function OfferTimeline({ moves, entities }: OfferTimelineProps) {
  const inOrder = moves.toSorted((one, other) => one.id - other.id)
  if (inOrder.length === 0) return <p className="text-text-2">Nothing yet: it was not sent.</p>
  return (
    <ol className="grid">
      {inOrder
        .map((move, index) => ({ move, before: inOrder[index - 1] ?? null }))
        .toReversed()
        .map(({ move, before }) => (
          <Move key={move.id} move={move} before={before} entities={entities} />
        ))}
    </ol>
  )
}

interface MoveProps {
  move: OfferMoveWire
  before: OfferMoveWire | null
  entities: readonly NamedEntity[]
}

function Move({ move, before, entities }: MoveProps) {
  const changes = before === null ? [] : termChanges(before.terms, move.terms)
  const hasPrice = move.kind === 'submit' || move.kind === 'resend'
  return (
    <li className="relative grid gap-1 border-line border-l pb-5 pl-4.5 last:border-transparent last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-1.5 -left-1 size-2 rounded-full bg-line-strong ring-4 ring-bg"
      />
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span>
          <b className="font-semibold">{whoWords(move)}</b>
          {hasPrice && move.price ? <span className="num"> at {formatMoney(move.price)}</span> : null}
        </span>
        <time dateTime={move.created_at} className="num text-text-3 text-xs">
          {momentWords(move.created_at)}
        </time>
      </p>
      <TermDifferences changes={changes} entities={entities} />
      {move.note ? <p className="whitespace-pre-wrap break-words text-sm text-text-2">{move.note}</p> : null}
    </li>
  )
}

function whoWords(move: OfferMoveWire): string {
  const words = moveWords(move)
  if (move.by === 'system') return capital(words)
  return `${move.by === 'buyer' ? 'You' : (move.name ?? 'The seller')} ${words}`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
