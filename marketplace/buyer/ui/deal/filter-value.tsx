/** A value on a card that can be pressed to look for more like it (checklist BRW-29), without getting in the way of the card's link. */
import { createContext, type ReactNode, use } from 'react'
import type { DealStatus } from '#shared/contract/properties.ts'
import type { PlaceFilter, RangeKey } from '#shared/rules/deals/filter.ts'
import { classNames } from '#shared/ui/class-names.ts'

/** What was pressed. */
export type CardValue =
  | { readonly kind: 'range'; readonly key: RangeKey; readonly value: number }
  | { readonly kind: 'status'; readonly status: DealStatus }
  | { readonly kind: 'place'; readonly place: PlaceFilter }

/** Without one, values are plain text: on cards outside the browse page there is nothing to filter. */
export const CardFilterContext = createContext<((value: CardValue) => void) | null>(null)

export interface FilterValueProps {
  value: CardValue
  /** Names it: what it shows and what a press does, e.g. `3 bd: show only 3 or more bedrooms`. */
  hint: string
  /** Holds a box, e.g. a tag, and not words. */
  isBox?: boolean
  className?: string
  children: ReactNode
}

/**
 * Not a tab stop: a row would have eight of them, and the filter bar does the same by keyboard. By touch the whole card is
 * one target, so there it lets presses through to the link below.
 */
export function FilterValue({ value, hint, isBox = false, className, children }: FilterValueProps) {
  const filter = use(CardFilterContext)
  const layout = classNames(isBox && 'grid', className)
  if (filter === null) return <span className={layout}>{children}</span>
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={hint}
      title={hint}
      onClick={() => filter(value)}
      className={classNames(
        'target z-1 cursor-pointer rounded-xs text-left underline-offset-3 hover:underline pointer-coarse:pointer-events-none',
        layout,
      )}
    >
      {children}
    </button>
  )
}
