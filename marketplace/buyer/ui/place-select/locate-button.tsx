/** Picks the place where the person is. */
import { useSignals } from '@preact/signals-react/runtime'
import { Crosshair } from 'lucide-react'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import type { PlaceSearch } from './place-search.ts'

interface LocateButtonProps {
  search: PlaceSearch
  className?: string
  onPress: () => void
}

export function LocateButton({ search, className, onPress }: LocateButtonProps) {
  useSignals()
  const isLocating = search.isLocating.value
  return (
    <IconButton
      size="sm"
      aria-label="Use my current location"
      title="Current location"
      disabled={isLocating}
      aria-busy={isLocating || undefined}
      className={className}
      onClick={onPress}
    >
      <Crosshair
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className={isLocating ? 'animate-[spin_1s_linear_infinite]' : undefined}
      />
    </IconButton>
  )
}
