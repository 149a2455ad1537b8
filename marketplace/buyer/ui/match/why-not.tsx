/** "Not interested because …": one reason a deal, which moves the weights; pressed again, or undone, it never was. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { MATCH_REASONS, type MatchReason } from '#shared/contract/match-feedback.ts'
import { GROUP_WORDS, REASON_WORDS } from '#shared/rules/matching/match-labels.ts'
import { DEFAULT_WEIGHTS, GROUP_OF_REASON } from '#shared/rules/matching/taste.ts'
import { classNames } from '#shared/ui/class-names.ts'

export function WhyNot({ propertyId }: { propertyId: number }) {
  useSignals()
  const { matches } = useDealServices()
  const { isBusy, during } = useBusy()
  const [hasFailed, setFailed] = useState(false)
  const profile = matches.profile.value
  const chosen = profile?.declined.get(propertyId) ?? null

  async function press(reason: MatchReason) {
    if (isBusy) return
    const isUndo = reason === chosen
    const isSaved = await during(isUndo ? matches.takeBack(propertyId) : matches.decline(propertyId, reason))
    setFailed(!isSaved)
    if (!isSaved) return
    if (isUndo) return toast('Your scores are as before')
    toast(`Not interested because of its ${REASON_WORDS[reason].toLowerCase()}`, {
      action: { label: 'Undo', run: () => void matches.takeBack(propertyId) },
    })
  }

  return (
    <section className="mt-5 border-line border-t pt-4">
      <h3 className="font-label text-md">Not interested because of its…</h3>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {MATCH_REASONS.map((reason) => (
          <button
            key={reason}
            type="button"
            aria-pressed={reason === chosen}
            aria-disabled={isBusy}
            onClick={() => void press(reason)}
            className={classNames(
              'h-8 cursor-pointer rounded-md border px-2.5 text-sm hover:bg-hover pointer-coarse:h-11',
              reason === chosen ? 'border-accent bg-accent-soft text-accent-text' : 'border-field',
            )}
          >
            {REASON_WORDS[reason]}
          </button>
        ))}
      </div>
      <p role="status" className="num mt-2 whitespace-normal! text-sm text-text-2">
        {chosen === null || !profile
          ? ''
          : movedWords(chosen, profile.taste.weights[GROUP_OF_REASON[chosen]])}
      </p>
      <FormProblem message={hasFailed ? 'That could not be saved. Try again.' : ''} />
    </section>
  )
}

/** `Price and spread now counts 29 of 100 points instead of 25; press the reason again to undo.` */
function movedWords(reason: MatchReason, weight: number): string {
  const group = GROUP_OF_REASON[reason]
  return `${GROUP_WORDS[group]} now counts ${weight} of 100 points, ${DEFAULT_WEIGHTS[group]} before any answer, and deals like this one get less of it. Press the reason again to undo.`
}
