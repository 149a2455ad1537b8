/** Why a deal has its score, in few words; a press opens the whole reckoning. */
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { shortReason } from '#shared/rules/matching/match-words.ts'
import type { DealMatch } from '#shared/rules/matching/score.ts'
import type { ScoredDeal } from '#shared/rules/matching/scored-deal.ts'
import { classNames } from '#shared/ui/class-names.ts'

const WhyDialog = lazy(() => import('./why-dialog.tsx'))

export interface WhyButtonProps {
  propertyId: number
  /** Which deal, for those who do not see where the button stands. */
  name: string
  deal: ScoredDeal
  match: DealMatch
}

export function WhyButton({ match, ...about }: WhyButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const brief = shortReason(match)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${brief}. Why, for ${about.name}`}
        onClick={(event) => {
          // A card around it is a link.
          event.preventDefault()
          event.stopPropagation()
          setOpen(true)
        }}
        className={classNames(
          'relative z-1 inline-flex h-5 min-w-0 cursor-pointer items-center gap-0.5 rounded-xs border border-line px-1.5 font-medium text-2xs text-text-2 leading-none [font-stretch:92%] hover:border-field hover:text-text',
          'pointer-coarse:before:absolute pointer-coarse:before:-inset-x-1 pointer-coarse:before:-inset-y-3',
        )}
      >
        <span className="truncate">{brief}</span>
        <ChevronDown size={11} strokeWidth={2} aria-hidden="true" className="flex-none" />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <WhyDialog {...about} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
