/** A part of the page under a heading of its own. */
import { type ReactNode, useId } from 'react'

export interface SectionProps {
  title: string
  /** At the right of the heading. */
  action?: ReactNode
  /** Target of a link inside the page. */
  anchor?: string
  children: ReactNode
}

export function Section({ title, action, anchor, children }: SectionProps) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className="pt-7">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="font-semibold text-lg tracking-tight">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
