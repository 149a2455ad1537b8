/** A panel with nothing to list: an icon, a heading, a sentence and perhaps something to press. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#shared/ui/class-names.ts'

interface NoticeProps {
  icon: LucideIcon
  title: string
  text: string
  /** In the frame there is room for a sentence on one line. */
  isRoomy?: boolean
  /** A failure speaks up once; an empty panel does not. */
  isAlert?: boolean
  children?: ReactNode
}

export function Notice({ icon: Icon, title, text, isAlert, isRoomy, children }: NoticeProps) {
  return (
    <div
      part="notice"
      role={isAlert ? 'alert' : undefined}
      className="grid flex-1 place-content-center justify-items-center gap-1 px-8 pt-6 pb-16 text-center text-text-2"
    >
      <Icon size={30} strokeWidth={1.4} aria-hidden="true" className="mb-3.5 text-text-3" />
      <h2 className="font-semibold text-md text-text">{title}</h2>
      <p className={classNames('text-sm leading-5', isRoomy ? 'max-w-[60ch]' : 'max-w-[30ch]')}>{text}</p>
      {children && <div className="mt-3">{children}</div>}
    </div>
  )
}
