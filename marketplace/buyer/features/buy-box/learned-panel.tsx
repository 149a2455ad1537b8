/** What the linked companies' purchases say (BOX-27): how much is known, since when, and where they bought. */
import { useSignals } from '@preact/signals-react/runtime'
import type { BuyBoxWire } from '#shared/contract/buy-box.ts'
import { Button } from '#shared/ui/button.tsx'
import type { BoxModel } from './box-model.ts'
import { Heading, LIST } from './parts.tsx'
import { ThreeQuestions } from './three-questions.tsx'

type Learned = NonNullable<BuyBoxWire['learned']>
type Area = Learned['areas'][number]

/** The summary, or the questions when too little is known. */
export function LearnedSummary({ box, learned }: { box: BoxModel; learned: Learned }) {
  if (learned.is_enough)
    return (
      <p className="text-text-2">
        <span className="num whitespace-normal!">{summary(learned)}</span> Edit what does not fit, lock what
        should stay, remove what does not matter.
      </p>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="rounded-md bg-sunken px-3.5 py-2.5 text-sm text-text-2">{tooLittle(learned)}</p>
      <ThreeQuestions box={box} />
    </div>
  )
}

/** Where they bought; the areas with the most purchases show at once. */
export function LearnedAreas({ box, areas }: { box: BoxModel; areas: Learned['areas'] }) {
  if (areas.length === 0) return null
  const rows = (some: Learned['areas']) =>
    some.map((area) => <AreaRow key={`${area.kind} ${area.label}`} box={box} area={area} />)
  const rest = areas.slice(AREAS_SHOWN)
  return (
    <div>
      <Heading>Where they bought</Heading>
      <ul className={LIST} aria-label="Where they bought">
        {rows(areas.slice(0, AREAS_SHOWN))}
      </ul>
      {rest.length === 0 ? null : (
        <details className="group mt-2">
          <summary className="w-fit cursor-pointer text-link text-sm pointer-coarse:py-3">
            {rest.length === 1 ? '1 more area' : `${rest.length} more areas`}
          </summary>
          <ul className={`${LIST} mt-2`} aria-label="More areas">
            {rows(rest)}
          </ul>
        </details>
      )}
    </div>
  )
}

const AREAS_SHOWN = 5

function AreaRow({ box, area }: { box: BoxModel; area: Area }) {
  useSignals()
  const { place } = area
  const isChosen = place && box.markets.list.value.some((one) => one.placeId === place.place_id)
  return (
    <li tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-label">{area.label}</p>
        <p className="text-sm text-text-2">{area.evidence}</p>
      </div>
      {place && isChosen ? <p className="text-sm text-text-3">In your target locations</p> : null}
      {place && !isChosen ? (
        <Button
          size="sm"
          className="pointer-coarse:h-11"
          aria-label={`Keep as target: ${area.label}`}
          onClick={async ({ currentTarget }) => {
            // The button turns into words, and the keyboard stays with them.
            const row = currentTarget.closest('li')
            await box.markets.add({ label: area.label, value: { placeId: place.place_id, place } })
            row?.focus()
          }}
        >
          Keep as target
        </Button>
      ) : null}
    </li>
  )
}

/** `From 14 purchases since 2023.` */
function summary({ purchases, since }: Learned): string {
  const count = `From ${purchases.toLocaleString('en-US')} ${purchases === 1 ? 'purchase' : 'purchases'}`
  return since ? `${count} since ${since.slice(0, 4)}.` : `${count}.`
}

function tooLittle({ purchases }: Learned): string {
  const known =
    purchases === 0
      ? 'No purchase of your LLCs and trusts is known'
      : `Only ${purchases} ${purchases === 1 ? 'purchase' : 'purchases'} of your LLCs and trusts ${purchases === 1 ? 'is' : 'are'} known`
  return `${known}, too few to learn from. Answer three questions instead.`
}
