/** One favorite: the deal's row, how its price has moved since, its labels, and a box to choose it with others. */
import { useState } from 'react'
import { dealName, withAddress } from '#marketplace/buyer/ui/deal/deal-labels.ts'
import { DealPhoto } from '#marketplace/buyer/ui/deal/deal-photo.tsx'
import { DealRow, DealRowSkeleton } from '#marketplace/buyer/ui/deal/deal-row.tsx'
import { HeartButton } from '#marketplace/buyer/ui/deal/heart-button.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Tag } from '#marketplace/kit/ui/tag.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import { formatMoney } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import { focusOnce } from '#shared/ui/focus-once.ts'
import { type Favourite, priceChange, readLabels } from './arrange.ts'

export interface FavouriteRowProps {
  favourite: Favourite
  /** The list of deals, where its deal may be, has not come yet. */
  isAwaited: boolean
  /** The true address, when it was granted. */
  address: string | null
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  /** Rejects with `ApiError`. */
  onLabel: (labels: readonly string[]) => Promise<unknown>
}

export function FavouriteRow(props: FavouriteRowProps) {
  const { favourite, isAwaited, address, isChosen, onChoose, onLabel } = props
  const { kept } = favourite
  const deal = favourite.deal && withAddress(favourite.deal, address)
  const name = deal ? dealName(deal) : `Deal ${kept.property_id}`
  return (
    <li>
      {deal ? (
        <DealRow deal={deal} corner={<HeartButton propertyId={deal.id} name={name} />} />
      ) : isAwaited ? (
        <DealRowSkeleton />
      ) : (
        <Unknown id={kept.property_id} name={name} />
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 pb-3 roomy:px-5">
        <label className="inline-flex min-h-7 cursor-pointer items-center gap-2 text-sm text-text-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={isChosen}
            aria-label={`Choose ${name}`}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
          Choose
        </label>
        <PriceMark favourite={favourite} />
        <Labels labels={kept.labels} name={name} onLabel={onLabel} />
      </div>
    </li>
  )
}

/** Kept, and not in the list of this browser: it is asked about. */
function Unknown({ id, name }: { id: number; name: string }) {
  return (
    <div className="relative flex items-center gap-4 px-4 py-3">
      <DealPhoto src={null} className="h-16 w-20 flex-none" />
      <a href={`/property/${id}`} className="font-semibold hover:underline">
        {name}
      </a>
      <span className="ml-auto">
        <HeartButton propertyId={id} name={name} />
      </span>
    </div>
  )
}

function PriceMark({ favourite }: { favourite: Favourite }) {
  const change = priceChange(favourite)
  if (change === null) return null
  const words = `${formatMoney(Math.abs(change))} ${change < 0 ? 'less' : 'more'} than when you saved it`
  return <Tag tone={change < 0 ? 'gain' : 'warn'}>{words}</Tag>
}

interface LabelsProps {
  labels: readonly string[]
  name: string
  onLabel: FavouriteRowProps['onLabel']
}

function Labels({ labels, name, onLabel }: LabelsProps) {
  const saved = labels.join(', ')
  const [text, setText] = useState<string | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const typedForm = useTypedInput()
  const { isBusy, errorMessage, setErrorMessage, run, marks, problemId } = useAction()
  function close() {
    setText(null)
    setErrorMessage(null)
    setWasOpen(true)
  }
  async function save(next: string) {
    if (await run(() => onLabel(readLabels(next)))) close()
  }
  const action = labels.length === 0 ? 'Add labels' : 'Change labels'
  if (text === null)
    return (
      <span className="flex flex-wrap items-center gap-1.5">
        {labels.map((label) => (
          <Tag key={label}>{label}</Tag>
        ))}
        <Button
          ref={wasOpen ? focusOnce : null}
          size="sm"
          variant="ghost"
          className="pointer-coarse:h-11"
          aria-label={`${action}: ${name}`}
          onClick={() => setText(saved)}
        >
          {action}
        </Button>
      </span>
    )
  return (
    <form
      ref={typedForm}
      className="flex flex-wrap items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        void save(text)
      }}
    >
      <input
        {...marks('labels')}
        // Opened by a press on the button that it replaces.
        ref={focusOnce}
        aria-label="Labels, separated by commas"
        placeholder="Labels, separated by commas"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        // What was typed goes only by the button.
        onKeyDown={(event) => event.key === 'Escape' && text === saved && close()}
        className="h-7 w-72 max-w-full rounded-sm border border-field bg-surface px-2 text-sm focus:border-accent max-desk:text-[1rem] pointer-coarse:h-11"
      />
      <Button type="submit" size="sm" className="pointer-coarse:h-11" isBusy={isBusy}>
        Save
      </Button>
      <Button size="sm" variant="ghost" className="pointer-coarse:h-11" onClick={close}>
        Cancel
      </Button>
      <FormProblem id={problemId} className="basis-full" message={errorMessage} />
    </form>
  )
}
