/** A button with three dots, or another icon, that opens a menu of actions (spec section 2, shared elements). */
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'

export interface Action {
  label: string
  onPress: () => void
}

export interface ActionButtonProps {
  /** What the actions are for: the name of the button and of its menu. */
  name: string
  actions: readonly Action[]
  icon?: ReactNode
  isBusy?: boolean
}

/** The height of an action on a touch screen, in pixels. */
const ACTION_PX = 44
const GAP_PX = 16

export function ActionButton({ name, actions, icon, isBusy = false }: ActionButtonProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  function place() {
    const rect = button.current?.getBoundingClientRect()
    if (!rect) return
    const lowest = window.innerHeight - actions.length * ACTION_PX - GAP_PX
    menu.current?.style.setProperty('--from-top', `${Math.min(rect.bottom, lowest)}px`)
    menu.current?.style.setProperty('--from-right', `${window.innerWidth - rect.right}px`)
  }
  return (
    <>
      <IconButton
        ref={button}
        size="sm"
        className="pointer-coarse:size-11"
        aria-label={name}
        title={name}
        aria-busy={isBusy || undefined}
        popoverTarget={id}
      >
        {icon ?? <Ellipsis size={15} strokeWidth={1.75} aria-hidden="true" />}
      </IconButton>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame. */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="group"
        aria-label={name}
        onBeforeToggle={place}
        className="fixed inset-auto top-[calc(var(--from-top)+0.25rem)] right-(--from-right) m-0 w-56 rounded-lg bg-overlay p-1 text-text shadow-pop"
      >
        {actions.map(({ label, onPress }) => (
          <button
            key={label}
            type="button"
            className="flex h-9 w-full cursor-pointer items-center rounded-sm px-3 text-left font-medium hover:bg-hover pointer-coarse:h-11"
            onClick={() => {
              menu.current?.hidePopover()
              onPress()
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </>
  )
}
