/** Sellers who may be reviewed now, with why. */
import { useState } from 'react'
import { List, ROW } from '#marketplace/buyer/ui/partition-parts.tsx'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import type { Reviewable } from './reviews-model.ts'
import { sellerOf } from './seller-of.ts'

const BECAUSE: Readonly<Record<string, string>> = {
  offer: 'Your offer was decided',
  open_house: 'You have been to the open house',
  conversation: 'You have talked with each other',
}
/** Shown before somebody asks for the rest. */
const FIRST = 3

export interface ReviewableListProps {
  targets: readonly Reviewable[]
  onWrite: (target: Reviewable) => void
}

export function ReviewableList({ targets, onWrite }: ReviewableListProps) {
  const [isOpen, setOpen] = useState(false)
  if (targets.length === 0) return null
  const shown = isOpen ? targets : targets.slice(0, FIRST)
  return (
    <section aria-label="You may review" className="pt-4 pb-2">
      <h2 className="mb-2 font-semibold">You may review</h2>
      <List>
        {shown.map((target) => {
          const seller = sellerOf(target)
          const about = target.property ? `${seller.name}, ${target.property.name}` : seller.name
          return (
            <li key={`${target.account.id}:${target.property?.id ?? ''}`} className={ROW}>
              <Avatar name={seller.name} id={seller.id} logo={seller.picture} size={32} />
              <span className="min-w-0 flex-1 basis-48">
                <span className="block truncate font-label">{seller.name}</span>
                <span className="block text-sm text-text-2">
                  {BECAUSE[target.because] ?? BECAUSE.conversation}
                  {target.property ? `: ${target.property.name}` : ''}
                </span>
              </span>
              <Button
                size="sm"
                className="pointer-coarse:h-11"
                aria-label={`Write a review of ${about}`}
                onClick={() => onWrite(target)}
              >
                Write a review
              </Button>
            </li>
          )
        })}
      </List>
      {targets.length > FIRST && !isOpen ? (
        <Button size="sm" variant="ghost" className="mt-2 pointer-coarse:h-11" onClick={() => setOpen(true)}>
          Show all {targets.length}
        </Button>
      ) : null}
    </section>
  )
}
