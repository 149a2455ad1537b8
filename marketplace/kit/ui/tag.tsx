/** Small marks on a card: the status, the match score, a hidden address, and others in the same look. */
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DealStatus } from '#shared/contract/properties.ts'
import { STATUS_WORDS } from '#shared/rules/deals/filter-labels.ts'
import { classNames } from '#shared/ui/class-names.ts'

const TONES = {
  plain: 'bg-active text-text-2',
  gain: 'bg-gain-soft text-gain-text',
  warn: 'bg-warn-soft text-warn-text',
  accent: 'bg-accent-soft text-accent-text',
} as const
export type TagTone = keyof typeof TONES

export function Tag({
  tone = 'plain',
  hasDot = false,
  className,
  children,
}: {
  tone?: TagTone
  hasDot?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'num inline-flex h-5 flex-none items-center gap-1 rounded-xs px-1.5 font-semibold text-2xs leading-none [font-stretch:92%]',
        TONES[tone],
        className,
      )}
    >
      {hasDot ? <span aria-hidden="true" className="size-1.5 flex-none rounded-full bg-current" /> : null}
      {children}
    </span>
  )
}

const STATUS_TONES = { available: 'gain', pending: 'warn', sold: 'plain' } as const

export function StatusTag({ status }: { status: DealStatus }) {
  return (
    <Tag tone={STATUS_TONES[status]} hasDot>
      {STATUS_WORDS[status]}
    </Tag>
  )
}

/** From 0 to 100. Nothing when nobody scored it. */
export function ScoreTag({ score }: { score: number | null }) {
  return score === null ? null : <Tag tone="accent">{Math.round(score)} match</Tag>
}

/** Over a picture. */
export const ViewedTag = () => <Tag className="bg-surface shadow-pop">Viewed</Tag>

export function HiddenAddressTag() {
  return (
    <Tag>
      <Lock size={11} strokeWidth={1.75} aria-hidden="true" />
      Address hidden
    </Tag>
  )
}
