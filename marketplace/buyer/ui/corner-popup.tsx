/** A small box that floats in one of the four corners (spec section 9), clear of the tab bar. Says something; never a dialog. */
import type { ComponentProps } from 'react'
import { classNames } from '#shared/ui/class-names.ts'

export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'

export interface CornerPopupProps extends ComponentProps<'section'> {
  corner: Corner
}

const CORNERS: Readonly<Record<Corner, string>> = {
  'top-left': 'top-17 left-3 desk:left-5',
  'top-right': 'top-17 right-3 desk:right-5',
  'bottom-left': 'bottom-[calc(var(--tab-bar,0px)+0.75rem)] left-3 desk:bottom-5 desk:left-5',
  'bottom-right': 'right-3 bottom-[calc(var(--tab-bar,0px)+0.75rem)] desk:right-5 desk:bottom-5',
}

/** Give it a name with `aria-label`. */
export function CornerPopup({ corner, className, ...rest }: CornerPopupProps) {
  return (
    <section
      {...rest}
      data-corner={corner}
      className={classNames(
        'fixed z-30 max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-lg bg-overlay text-text shadow-pop',
        CORNERS[corner],
        className,
      )}
    />
  )
}
