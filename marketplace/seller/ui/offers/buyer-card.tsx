/** Who the buyer is, as far as a seller may know (checklist REV-09). */

import { Check, MessageSquare, Minus } from 'lucide-react'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { trustFacts } from '#marketplace/seller/offers/trust-facts.ts'
import type { BuyerCardWire } from '#shared/contract/desk-offers.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { Part } from './part.tsx'

export function BuyerCard({ card, onMessage }: { card: BuyerCardWire; onMessage: () => void }) {
  return (
    <Part title="Buyer">
      <div className="flex flex-wrap items-center gap-3 pb-3">
        <Avatar name={card.name} id={card.id} size={40} />
        <div className="me-auto">
          <p className="font-semibold">{card.name}</p>
          <p className="num text-text-2 text-xs">Here since {dayWords(card.member_since)}</p>
        </div>
        <Button size="sm" onClick={onMessage}>
          <MessageSquare size={15} strokeWidth={1.75} aria-hidden="true" /> Message
        </Button>
      </div>
      <ul aria-label="What is known of the buyer" className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        {trustFacts(card).map(({ words, isGood }) => (
          <li
            key={words}
            className={classNames('num flex items-center gap-1.5', isGood ? 'text-gain-text' : 'text-text-2')}
          >
            {isGood ? (
              <Check size={14} strokeWidth={2} aria-hidden="true" />
            ) : (
              <Minus size={14} strokeWidth={2} aria-hidden="true" />
            )}
            {words}
          </li>
        ))}
      </ul>
    </Part>
  )
}
