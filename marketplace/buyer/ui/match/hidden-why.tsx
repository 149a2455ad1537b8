/** Asks who hid a deal why, if they like to say: the answer moves their scores (checklist BRW-45). */
import { useSignals } from '@preact/signals-react/runtime'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { MATCH_REASONS, type MatchReason } from '#shared/contract/match-feedback.ts'
import { REASON_WORDS } from '#shared/rules/matching/match-labels.ts'
import { classNames } from '#shared/ui/class-names.ts'

export function HiddenWhy({ propertyId }: { propertyId: number }) {
  useSignals()
  const { matches } = useDealServices()
  const { isBusy, during } = useBusy()
  const profile = matches.profile.value
  if (profile === null) return null
  const chosen = profile.declined.get(propertyId) ?? null

  async function press(reason: MatchReason) {
    if (isBusy) return
    const isSaved = await during(
      reason === chosen ? matches.takeBack(propertyId) : matches.decline(propertyId, reason),
    )
    if (!isSaved) toast('That could not be saved. Try again.')
  }

  return (
    <fieldset className="flex basis-full flex-wrap items-center gap-1.5">
      <legend className="float-left mr-1.5 py-1">Because of its</legend>
      {MATCH_REASONS.map((reason) => (
        <button
          key={reason}
          type="button"
          aria-pressed={reason === chosen}
          onClick={() => void press(reason)}
          className={classNames(
            'h-7 cursor-pointer rounded-md border px-2 text-sm hover:bg-hover pointer-coarse:h-11',
            reason === chosen ? 'border-accent bg-accent-soft text-accent-text' : 'border-field',
          )}
        >
          {REASON_WORDS[reason]}
        </button>
      ))}
    </fieldset>
  )
}
