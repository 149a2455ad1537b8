/** A list with nothing in it yet: what will be there, and the way to it. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon: LucideIcon
  title: string
  /** How something gets here. */
  children: ReactNode
  /** The way to fill it, unless it is beside it already. */
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1.5 rounded-lg border border-line bg-sunken px-5 py-12 text-center">
      <span className="mb-2 grid size-12 place-items-center rounded-full bg-accent-soft text-accent-text">
        <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h2 className="font-semibold text-md">{title}</h2>
      <p className="max-w-[46ch] text-text-2 text-sm">{children}</p>
      {action ? <div className="mt-3.5">{action}</div> : null}
    </div>
  )
}
