/** A button that is only an icon, and therefore always has a name. */
import type { LucideIcon } from 'lucide-react'
import { classNames } from '#shared/ui/class-names.ts'

interface IconButtonProps {
  icon: LucideIcon
  name: string
  onClick: () => void
  className?: string
}

export function IconButton({ icon: Icon, name, onClick, className }: IconButtonProps) {
  return (
    <button
      type="button"
      part="icon-button"
      aria-label={name}
      onClick={onClick}
      className={classNames(
        'hit-area inline-grid size-9 flex-none place-items-center rounded-md text-text-2 hover:bg-hover hover:text-text',
        className,
      )}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
