/** The parts a partition is made of: a headed section, a bordered list, a note, and what a failed load looks like. */
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'

export interface SectionProps {
  title: string
  /** One line under the title. */
  note?: ReactNode
  action?: ReactNode
  children: ReactNode
}

export function Section({ title, note, action, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="pt-8 first:pt-0">
      <div className="mb-3.5 flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-56">
          <h2 id={id} className="font-semibold text-lg tracking-tight">
            {title}
          </h2>
          {note ? <p className="wrap-anywhere mt-0.5 max-w-[62ch] text-sm text-text-2">{note}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

export function List({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul aria-label={label} className="rounded-lg border border-line [&>li+li]:border-line [&>li+li]:border-t">
      {children}
    </ul>
  )
}

export const ROW = 'flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3'

const TONES = {
  info: { box: 'bg-accent-soft', icon: 'text-accent-text', Icon: Info },
  good: { box: 'bg-gain-soft', icon: 'text-gain-text', Icon: CircleCheck },
  warn: { box: 'bg-warn-soft', icon: 'text-warn-text', Icon: CircleAlert },
  bad: { box: 'bg-danger-soft', icon: 'text-danger-text', Icon: CircleAlert },
} as const

export interface NoteProps {
  tone?: keyof typeof TONES
  children: ReactNode
  role?: 'status'
}

export function Note({ tone = 'info', children, role }: NoteProps) {
  const { box, icon, Icon } = TONES[tone]
  return (
    <div role={role} className={classNames('flex gap-2.5 rounded-md px-3.5 py-2.5 text-sm text-text', box)}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className={classNames('mt-px flex-none', icon)} />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** A small mark with a dot: a state of something in a list. */
export function Mark({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'warn' | 'bad'
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 items-center gap-1.25 whitespace-nowrap rounded-xs px-1.75 font-semibold text-2xs',
        MARKS[tone],
      )}
    >
      {tone === 'plain' ? null : <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  )
}

const MARKS = {
  plain: 'bg-active text-text-2',
  good: 'bg-gain-soft text-gain-text',
  warn: 'bg-warn-soft text-warn-text',
  bad: 'bg-danger-soft text-danger-text',
} as const

/** In the place of a state that could not be loaded, or not yet. */
export function NotKnown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not known</span>
    </>
  )
}

export function LoadingRows({ count }: { count: number }) {
  return (
    <div role="status" className="grid gap-4 rounded-lg border border-line px-4 py-4">
      <span className="sr-only">Loading</span>
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </div>
  )
}
