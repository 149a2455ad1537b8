/**
 * The name of an icon-only control, above it (spec section 9): after 100 ms by pointer, at once by keyboard, gone at once.
 * The control keeps its own `aria-label`; this repeats it for the eye.
 */
import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ComponentProps, ReactElement } from 'react'
import { TOOLTIP_DELAY_MS, TOOLTIP_Z_INDEX } from '#shared/contract/limits.ts'

export interface TooltipProps extends Omit<ComponentProps<typeof Base.Trigger>, 'children' | 'render'> {
  text: string
  /** Where there is no room above, e.g. in the top bar. */
  side?: 'top' | 'bottom'
  /** The control: one element that takes a ref. */
  children: ReactElement
}

/** Other props go to the control, so that it may be the button of a menu as well. */
export default function Tooltip({ text, side = 'top', children, ...rest }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger {...rest} render={children} delay={TOOLTIP_DELAY_MS} closeDelay={0} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} style={{ zIndex: TOOLTIP_Z_INDEX }}>
          <Base.Popup
            aria-hidden="true"
            className="max-w-60 rounded-sm bg-ink px-2 py-1 font-label text-on-ink text-xs"
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
