/** The head of a card: where the offer stands, and how long there is to answer. */
import { Clock } from 'lucide-react'
import type { OfferNow } from '#shared/thread/offer-model.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { isLate, type OfferSide, type TagTone, tagOf, timeLeft } from './offer-labels.ts'

const TONES: Readonly<Record<TagTone, string>> = {
  plain: 'bg-active text-text-2',
  gain: 'bg-gain-soft text-gain-text',
  warn: 'bg-warn-soft text-warn-text',
  accent: 'bg-accent-soft text-accent-text',
}
/** From here on the clock is shown as a warning. */
const SOON_MS = 3_600_000

interface OfferStatusProps {
  now: OfferNow
  nowMs: number
  side: OfferSide
}

export function OfferStatus({ now, nowMs, side }: OfferStatusProps) {
  const late = isLate(now, nowMs)
  const [words, tone] = tagOf(late ? 'expired' : now.state, side)
  const leftMs = now.expiresAtMs === null || late ? null : now.expiresAtMs - nowMs
  return (
    <div className="flex flex-wrap items-center gap-1.5 px-3.5 pt-2.5">
      <Tag tone={tone}>{words}</Tag>
      {now.isBackup ? <Tag tone="warn">Backup</Tag> : null}
      {leftMs === null ? null : (
        <span
          role="timer"
          className={classNames(
            'num ms-auto flex items-center gap-1 text-xs',
            leftMs < SOON_MS ? 'font-medium text-warn-text' : 'text-text-2',
          )}
        >
          <Clock size={13} strokeWidth={1.75} aria-hidden="true" />
          {timeLeft(leftMs)}
        </span>
      )}
    </div>
  )
}

function Tag({ tone, children }: { tone: TagTone; children: string }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center rounded-xs px-2 py-0.5 font-semibold text-2xs leading-4 forced-colors:border',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
