/** One line of news in the address block: what came of asking. */
import { CircleAlert, Clock, Info, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#shared/ui/class-names.ts'

const LOOKS: Readonly<Record<'info' | 'warn' | 'danger', { className: string; Icon: LucideIcon }>> = {
  info: { className: 'bg-sunken text-text-2', Icon: Clock },
  warn: { className: 'bg-warn-soft text-warn-text', Icon: Info },
  danger: { className: 'bg-danger-soft text-danger-text', Icon: CircleAlert },
}

export function Notice({ tone, children }: { tone: keyof typeof LOOKS; children: ReactNode }) {
  const { className, Icon } = LOOKS[tone]
  return (
    <div role="status" className={classNames('flex gap-2.5 rounded-md px-3 py-2.5 text-sm', className)}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px flex-none" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
