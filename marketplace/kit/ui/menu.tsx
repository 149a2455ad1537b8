/** A menu below its button, kept inside the window: arrows, letters, Home, End and Escape work as in menus of the system. */
import { Menu as Base } from '@base-ui/react/menu'
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'

export interface MenuProps {
  /** The button: one element that takes a ref. */
  trigger: ReactElement
  className?: string
  /** `MenuItem`, `MenuLink`, and groups. */
  children: ReactNode
}

export function Menu({ trigger, className = 'w-56', children }: MenuProps) {
  const [button, setButton] = useState<HTMLElement | null>(null)
  // In the landmark of its button, and in its dialog, which would cover what lies outside of it.
  const place = button?.closest<HTMLElement>('header, main, dialog') ?? null
  return (
    <Base.Root modal={false}>
      <Base.Trigger ref={setButton} render={trigger} />
      <Base.Portal container={place} className="absolute">
        <Base.Positioner align="end" sideOffset={4} collisionPadding={12} className="z-(--z-drawer)">
          <Base.Popup className={`rounded-lg bg-overlay p-1 text-text shadow-pop outline-none ${className}`}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const ITEM =
  'flex h-9 w-full cursor-pointer items-center rounded-sm px-3 text-left font-medium outline-none data-highlighted:bg-hover pointer-coarse:h-11'

export const MenuItem = (props: Omit<ComponentProps<typeof Base.Item>, 'className'>) => (
  <Base.Item {...props} className={ITEM} />
)

/** `render` is the link. */
export const MenuLink = ({ className = '', render }: { className?: string; render: ReactElement }) => (
  <Base.LinkItem closeOnClick render={render} className={`${ITEM} ${className}`} />
)
