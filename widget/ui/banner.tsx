/** One line above a panel's content: what does not work just now. */
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#shared/ui/class-names.ts'

interface BannerProps {
  icon: LucideIcon
  tone: 'warn' | 'info'
  children: ReactNode
}

const TONES = {
  warn: ['bg-warn-soft', 'text-warn-text'],
  info: ['bg-accent-soft', 'text-accent-text'],
} as const

export function Banner({ icon: Icon, tone, children }: BannerProps) {
  const [fill, ink] = TONES[tone]
  return (
    <div
      part="banner"
      className={classNames('flex flex-none items-center gap-2.25 px-3.5 py-2.25 text-sm text-text', fill)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className={classNames('flex-none', ink)} />
      <span className="min-w-0 flex-1">{children}</span>
    </div>
  )
}

/** A word to press inside a sentence. */
export function InlineButton({ children, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className="hit-area font-strong underline underline-offset-3 [&:focus-visible]:rounded-xs"
    >
      {children}
    </button>
  )
}
