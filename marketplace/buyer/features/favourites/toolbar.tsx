/** Above the favorites: their order, labels to narrow by, and what can be done with those that are chosen. */
import { LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { COMPARE_MAX } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { type Favourite, SORTS, type SortKey } from './arrange.ts'

export interface ToolbarProps {
  sort: SortKey
  label: string | null
  labels: readonly string[]
  picked: readonly Favourite[]
  isAllPicked: boolean
  onSort: (sort: SortKey) => void
  onLabel: (label: string | null) => void
  onPickAll: (isOn: boolean) => void
  onRemove: () => void
}

export function Toolbar(props: ToolbarProps) {
  const { sort, picked, isAllPicked, onSort, onPickAll, onRemove } = props
  const ids = picked.map(({ kept }) => kept.property_id)
  const canCompare = ids.length > 1 && ids.length <= COMPARE_MAX
  return (
    <div className="mb-3 grid gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex items-center gap-2 text-sm text-text-2">
          Sort
          <select
            value={sort}
            onChange={(event) =>
              onSort(SORTS.find(({ key }) => key === event.currentTarget.value)?.key ?? 'kept')
            }
            className="h-9 rounded-md border border-field bg-surface px-2 text-base text-text pointer-coarse:h-11"
          >
            {SORTS.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <LinkButton href="/deals?only=favourites&status=any" className="pointer-coarse:h-11">
          Show on the map
        </LinkButton>
        <Button variant="ghost" className="pointer-coarse:h-11" onClick={() => onPickAll(!isAllPicked)}>
          {isAllPicked ? 'Choose none' : 'Choose all'}
        </Button>
      </div>
      <LabelFilter {...props} />
      {ids.length === 0 ? null : (
        <section aria-label="Chosen favorites" className="flex flex-wrap items-center gap-2">
          <p className="num text-sm text-text-2">{ids.length} chosen</p>
          {canCompare ? (
            <LinkButton href={`/deals?compare=${ids.join(',')}`} size="sm" className="pointer-coarse:h-11">
              Compare
            </LinkButton>
          ) : null}
          <Button size="sm" className="pointer-coarse:h-11" onClick={onRemove}>
            Remove
          </Button>
        </section>
      )}
    </div>
  )
}

function LabelFilter({ label, labels, onLabel }: ToolbarProps) {
  if (labels.length === 0) return null
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Labels</legend>
      {labels.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === label}
          onClick={() => onLabel(one === label ? null : one)}
          className={classNames(
            'h-7 cursor-pointer rounded-sm border px-2.25 font-medium text-sm pointer-coarse:h-11',
            one === label
              ? 'border-accent-line bg-accent-soft text-accent-text'
              : 'border-line-strong text-text-2 hover:bg-hover',
          )}
        >
          {one}
        </button>
      ))}
    </fieldset>
  )
}
