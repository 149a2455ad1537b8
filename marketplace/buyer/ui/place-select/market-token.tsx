/** A chosen target market inside the field, with a button that removes it. */
import { X } from 'lucide-react'
import { classNames } from '#shared/ui/class-names.ts'
import type { TargetMarket } from './target-markets.ts'

export function MarketToken({ market, onRemove }: { market: TargetMarket; onRemove: () => void }) {
  return (
    <li
      className={classNames(
        'inline-flex min-h-7 min-w-0 items-center gap-1.5 rounded-sm bg-accent-soft py-0.5 pr-1 pl-2.25 font-medium text-sm',
        market.isBusy ? 'text-text-3' : 'text-text-2',
      )}
      aria-busy={market.isBusy || undefined}
    >
      <span className="min-w-0 break-words">{market.label}</span>
      <button
        type="button"
        aria-label={`Remove ${market.label}`}
        disabled={market.isBusy}
        onClick={onRemove}
        className="relative grid size-5 flex-none cursor-pointer place-items-center rounded-xs text-text-2 hover:bg-accent-soft-2 disabled:cursor-default pointer-coarse:after:absolute pointer-coarse:after:-inset-3"
      >
        {market.isBusy ? (
          <span
            aria-hidden="true"
            className="size-3 animate-[spin_1s_linear_infinite] rounded-full border-2 border-text-3 border-t-transparent"
          />
        ) : (
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        )}
      </button>
    </li>
  )
}
