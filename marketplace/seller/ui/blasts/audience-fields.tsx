/** Whom a blast is for: buyers the deal fits, buyers who match deals like those of a search, and tags. */
import { useSignals } from '@preact/signals-react/runtime'
import { useId } from 'react'
import { errorAt } from '#marketplace/kit/attempt.ts'
import { type BlastDraft, filtersOf } from '#marketplace/seller/blasts/blast-draft.ts'
import { filterWords } from '#marketplace/seller/blasts/blast-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { TextField } from '#marketplace/seller/ui/deals/fields.tsx'

const SCORES = [0, 50, 60, 70, 80] as const

export function AudienceFields({ store, draft }: { store: SellerStore; draft: BlastDraft }) {
  useSignals()
  const id = useId()
  const { propertyId, isForMatches, minScore, query } = draft.fields.value
  const hasScore = (propertyId !== null && isForMatches) || query.trim() !== ''
  return (
    <section aria-label="Audience" className="grid gap-4">
      <h2 className="font-semibold text-md">Audience</h2>
      {propertyId === null ? null : (
        <label className="flex cursor-pointer items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={isForMatches}
            onChange={(event) => draft.set({ isForMatches: event.currentTarget.checked })}
          />
          Only buyers whose buy box fits this deal
        </label>
      )}
      <TextField
        label="Only buyers who match deals like these"
        hint="Paste the address of the deals page with your filters."
        value={query}
        error={errorAt(draft.errors.value, 'audience.query')}
        onChange={(text) => draft.set({ query: text })}
      />
      <FilterWords text={query} />
      {hasScore ? (
        <label htmlFor={`${id}-score`} className="grid gap-1 font-medium text-sm">
          Match score
          <select
            id={`${id}-score`}
            value={minScore}
            onChange={(event) => draft.set({ minScore: Number(event.currentTarget.value) })}
            className="field-box w-auto! justify-self-start font-regular"
          >
            {SCORES.map((score) => (
              <option key={score} value={score}>
                {score === 0 ? 'Any' : `${score} or more`}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <Tags store={store} draft={draft} />
    </section>
  )
}

function FilterWords({ text }: { text: string }) {
  if (text.trim() === '') return null
  const { words, problems } = filterWords(filtersOf(text))
  return (
    <div className="grid gap-1 text-sm">
      <ul aria-label="Filters" className="flex flex-wrap gap-1">
        {words.map((word) => (
          <li key={word} className="rounded-full bg-sunken px-2 py-0.5 text-xs">
            {word}
          </li>
        ))}
      </ul>
      {problems.map((problem) => (
        <p key={problem} className="text-danger-text">
          {problem}
        </p>
      ))}
    </div>
  )
}

function Tags({ store, draft }: { store: SellerStore; draft: BlastDraft }) {
  useSignals()
  const known = store.buyers.tags.value
  const { tags } = draft.fields.value
  if (known.length === 0) return null
  const toggle = (tag: string, isOn: boolean) =>
    draft.set({ tags: isOn ? [...tags, tag] : tags.filter((one) => one !== tag) })
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <legend className="pb-1 font-medium">Only buyers with any of these tags</legend>
      {known.map((tag) => (
        <label key={tag} className="flex cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            checked={tags.includes(tag)}
            onChange={(event) => toggle(tag, event.currentTarget.checked)}
          />
          {tag}
        </label>
      ))}
    </fieldset>
  )
}
