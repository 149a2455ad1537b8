/** The small parts "My buy box" is made of: a headed block, a bordered list, what loads and what failed. */
import { type ReactNode, useId } from 'react'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'

export interface BlockProps {
  title: string
  note?: ReactNode
  action?: ReactNode
  children: ReactNode
  /** Anchor, e.g. for "See what we learned". */
  id?: string
}

export function Block({ title, note, action, children, id }: BlockProps) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className="pt-8 first:pt-0">
      <div className="mb-3.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={titleId} tabIndex={-1} className="font-semibold text-lg tracking-tight">
          {title}
        </h2>
        {note ? (
          <p
            className={classNames(
              'text-sm text-text-3',
              action ? 'max-sheet:order-1 max-sheet:w-full' : null,
            )}
          >
            {note}
          </p>
        ) : null}
        {action ? <div className="ml-auto">{action}</div> : null}
      </div>
      {children}
    </section>
  )
}

export const LIST = 'rounded-lg border border-line [&>li+li]:border-line [&>li+li]:border-t'

/** A title inside a block. */
export function Heading({ children }: { children: ReactNode }) {
  return <h3 className="mb-2 font-label text-md">{children}</h3>
}

export function Loading() {
  return (
    <div role="status" className="grid gap-4 rounded-lg border border-line p-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
    </div>
  )
}

/** Nothing here yet, and what to do about it. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="rounded-lg border border-line border-dashed px-4 py-3.5 text-text-2">{children}</p>
}

export const FIELD =
  'h-10 w-full min-w-0 rounded-md border border-field bg-surface px-2.75 text-base text-text max-desk:text-[1rem] focus:border-accent focus:shadow-[inset_0_0_0_1px_var(--color-accent)] focus:outline-none'
