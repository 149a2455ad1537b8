/** A button of the filter bar and what hangs below it, on the browser's own popover: one at a time, gone with Escape or a press beside it. */
import { ChevronDown } from 'lucide-react'
import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import { classNames } from '#shared/ui/class-names.ts'

export interface FilterPopoverProps {
  /** What the panel is about. */
  name: string
  /** On the button: what is chosen, else the name. */
  label: ReactNode
  icon?: ReactNode
  isOn: boolean
  /** Instead of opening here, e.g. a sheet on phones. */
  onPress?: (() => void) | undefined
  className?: string
  children: ReactNode
}

export function FilterPopover({ name, label, icon, isOn, onPress, className, children }: FilterPopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  function place({ newState }: ToggleEvent) {
    if (newState !== 'open' || !button.current || !panel.current) return
    const { left, bottom } = button.current.getBoundingClientRect()
    // In the top layer nothing positions it. Kept inside the window at its right edge by the stylesheet's min().
    panel.current.style.setProperty('--from-left', `${left}px`)
    panel.current.style.setProperty('--from-top', `${bottom}px`)
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        {...(onPress ? { onClick: onPress } : { popoverTarget: id })}
        aria-haspopup="dialog"
        aria-label={isOn ? undefined : name}
        className={classNames(chipClass(isOn), className)}
      >
        {icon}
        {isOn ? <span className="sr-only">{name}: </span> : null}
        <span className="max-w-48 truncate">{label}</span>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" className={isOn ? '' : 'text-text-3'} />
      </button>
      {onPress ? null : (
        <div
          ref={panel}
          id={id}
          popover="auto"
          role="dialog"
          aria-label={name}
          onBeforeToggle={place}
          onToggle={({ newState }) => setOpen(newState === 'open')}
          className="fixed inset-auto top-[calc(var(--from-top)+0.375rem)] left-[min(var(--from-left),calc(100vw-21rem))] m-0 max-h-[calc(100dvh-var(--from-top)-1.5rem)] w-80 overflow-y-auto overscroll-contain rounded-lg bg-overlay p-4 text-text shadow-pop"
        >
          {isOpen ? children : null}
        </div>
      )}
    </>
  )
}

/** A button of the filter bar. */
export const chipClass = (isOn: boolean): string =>
  classNames(
    'num inline-flex h-8 flex-none cursor-pointer items-center gap-1.5 rounded-md border px-2.5 font-medium text-sm transition-colors duration-(--duration-instant) ease-linear pointer-coarse:h-9',
    isOn
      ? 'border-accent-line bg-accent-soft text-accent-text hover:bg-accent-soft-2'
      : 'border-line-strong bg-surface text-text hover:bg-hover',
  )
