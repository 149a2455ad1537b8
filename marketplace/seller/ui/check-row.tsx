/** One check of a person or a company: its state, and what to do about it. */
import { Check, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#shared/ui/class-names.ts'

interface CheckRowProps {
  title: string
  text: string
  state: string
  isDone: boolean
  children?: ReactNode | undefined
}

export const CheckRow = ({ title, text, state, isDone, children }: CheckRowProps) => (
  <li className="flex flex-wrap items-center gap-3 py-2.5">
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-8 flex-none place-items-center rounded-full',
        isDone ? 'bg-gain-soft text-gain-text' : 'bg-active text-text-2',
      )}
    >
      {isDone ? <Check size={16} /> : <Hourglass size={16} />}
    </span>
    <span className="grid min-w-0 flex-1 basis-40">
      <span className="wrap-anywhere font-semibold">{title}</span>
      <span className="text-sm text-text-2">{text}</span>
    </span>
    <span className={classNames('text-sm', isDone ? 'font-semibold text-gain-text' : 'text-text-2')}>
      {state}
    </span>
    {children}
  </li>
)
