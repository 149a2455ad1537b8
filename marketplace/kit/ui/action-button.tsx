/** A button with three dots, or another icon, that opens a menu of actions (spec section 2, shared elements). */
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { Menu, MenuItem } from './menu.tsx'

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

export function ActionButton({ name, actions, icon, isBusy = false }: ActionButtonProps) {
  return (
    <Menu
      trigger={
        <IconButton
          size="sm"
          className="pointer-coarse:size-11"
          aria-label={name}
          title={name}
          aria-busy={isBusy || undefined}
        >
          {icon ?? <Ellipsis size={15} strokeWidth={1.75} aria-hidden="true" />}
        </IconButton>
      }
    >
      {actions.map(({ label, onPress }) => (
        <MenuItem key={label} onClick={onPress}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
