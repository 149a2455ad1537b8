/**
 * The name of an icon-only control, above it (spec section 9): after 100 ms by pointer, at once by keyboard, gone at once.
 * It can be pointed at, and Escape takes it away. The control keeps its own `aria-label`; this repeats it for the eye.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { TOOLTIP_DELAY_MS, TOOLTIP_Z_INDEX } from '#shared/contract/limits.ts'

export interface TooltipProps {
  text: string
  /** Where there is no room above, e.g. in the top bar. */
  side?: 'top' | 'bottom'
  /** `end` keeps it inside the window at its right edge. */
  align?: 'center' | 'end'
  children: ReactNode
}

export function Tooltip({ text, side = 'top', align = 'center', children }: TooltipProps) {
  const { clock } = useServices()
  const [isShown, setShown] = useState(false)
  const stopTimer = useRef<() => void>(() => {})

  const show = (afterMs: number) => {
    stopTimer.current()
    if (afterMs === 0) setShown(true)
    else stopTimer.current = clock.after(afterMs, () => setShown(true))
  }
  const hide = () => {
    stopTimer.current()
    setShown(false)
  }
  useEffect(() => () => stopTimer.current(), [])
  useEscape(isShown, hide)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what happens on the control inside it
    <span
      className="relative inline-grid"
      onPointerEnter={(event) => event.pointerType !== 'touch' && show(TOOLTIP_DELAY_MS)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
    >
      {children}
      {isShown ? (
        // The padding bridges the gap, so that the pointer can go from the control to the text.
        <span
          aria-hidden="true"
          data-tooltip={side}
          style={{ zIndex: TOOLTIP_Z_INDEX }}
          data-align={align}
          className="absolute w-max data-[align=center]:left-1/2 data-[align=end]:right-0 data-[align=center]:-translate-x-1/2 data-[tooltip=bottom]:top-full data-[tooltip=top]:bottom-full data-[tooltip=bottom]:pt-1.5 data-[tooltip=top]:pb-1.5"
        >
          <span className="block max-w-60 rounded-sm bg-ink px-2 py-1 font-label text-on-ink text-xs">
            {text}
          </span>
        </span>
      ) : null}
    </span>
  )
}

/** Wherever the focus is: a tooltip shown by the pointer goes away as well. */
function useEscape(isShown: boolean, hide: () => void) {
  const latest = useRef(hide)
  latest.current = hide
  useEffect(() => {
    if (!isShown) return
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [isShown])
}
