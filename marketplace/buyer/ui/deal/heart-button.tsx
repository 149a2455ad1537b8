/** The heart of a deal: kept or not. Small to look at, 44 px to press, and the same everywhere because there is one store. */
import { useSignals } from '@preact/signals-react/runtime'
import { Heart } from 'lucide-react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useButtonTabIndex } from './card-stop.ts'

export interface HeartButtonProps {
  propertyId: number
  /** Which deal, for those who do not see where the heart stands. */
  name: string
  /** On the page itself: only over a picture does it need a disc of its own. */
  isPlain?: boolean
}

export function HeartButton({ propertyId, name, isPlain = false }: HeartButtonProps) {
  useSignals()
  const { favourites } = useDealServices()
  const isKept = favourites.ids.value.has(propertyId)
  return (
    <button
      type="button"
      aria-label={`Save ${name}`}
      aria-pressed={isKept}
      tabIndex={useButtonTabIndex()}
      onClick={(event) => {
        // A card around it is a link.
        event.preventDefault()
        event.stopPropagation()
        void favourites.toggle(propertyId)
      }}
      className={classNames(
        'relative grid size-7 cursor-pointer place-items-center rounded-full before:absolute before:-inset-2',
        !isPlain && 'bg-surface shadow-pop',
        'transition-colors duration-(--duration-instant) hover:bg-hover',
        isKept ? 'text-danger' : 'text-text-2',
      )}
    >
      <Heart
        size={15}
        strokeWidth={1.75}
        aria-hidden="true"
        className={isKept ? 'fill-current' : undefined}
      />
    </button>
  )
}
