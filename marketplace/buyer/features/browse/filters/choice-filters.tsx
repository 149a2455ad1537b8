/** The filters that are lists of choices: status, types and the like, and yes-or-no ones. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { ApiError } from '#shared/api/api-error.ts'
import { DEAL_STATUSES, listParkingTypes } from '#shared/contract/properties.ts'
import { formatNumber } from '#shared/format/count.ts'
import { CHOICE_IDS } from '#shared/rules/deals/facets.ts'
import { type ChoiceKey, FLAG_KEYS } from '#shared/rules/deals/filter.ts'
import { CHOICE_WORDS, FLAG_WORDS, STATUS_WORDS } from '#shared/rules/deals/filter-labels.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useBrowse } from '../browse-context.tsx'
import { toggled, withChoices } from './filter-changes.ts'
import { CHOICE_LABELS } from './panel-labels.ts'

export function StatusFilter({ isHeaded = false }: { isHeaded?: boolean }) {
  useSignals()
  const model = useBrowse()
  const { status } = model.query.value.filter
  const counts = model.facets.value?.status
  return (
    <OptionList
      legend="Status"
      isHeaded={isHeaded}
      options={DEAL_STATUSES.map((key) => ({
        key,
        label: STATUS_WORDS[key],
        isOn: status.includes(key),
        count: counts?.[key] ?? null,
      }))}
      onToggle={(key) => {
        const chosen = DEAL_STATUSES.find((one) => one === key)
        if (chosen) model.changeFilter({ status: toggled(model.query.peek().filter.status, chosen) })
      }}
    />
  )
}

export function ChoiceFilter({ choice, isHeaded = false }: { choice: ChoiceKey; isHeaded?: boolean }) {
  useSignals()
  const model = useBrowse()
  const chosen = model.query.value.filter.choices[choice] ?? []
  const counts = model.facets.value?.choices[choice]
  const parking = useParkingTypes(choice === 'parking')
  return (
    <OptionList
      legend={CHOICE_LABELS[choice]}
      isHeaded={isHeaded}
      options={CHOICE_IDS[choice].map((id) => ({
        key: String(id),
        label: (choice === 'parking' ? parking.get(id) : null) ?? CHOICE_WORDS[choice].get(id) ?? String(id),
        isOn: chosen.includes(id),
        count: counts?.get(id) ?? null,
      }))}
      onToggle={(key) => {
        const { filter } = model.query.peek()
        model.changeFilter(withChoices(filter, choice, toggled(filter.choices[choice] ?? [], Number(key))))
      }}
    />
  )
}

export function FlagFilter({ isHeaded = false }: { isHeaded?: boolean }) {
  useSignals()
  const model = useBrowse()
  const { flags } = model.query.value.filter
  const counts = model.facets.value?.flags
  return (
    <OptionList
      legend="Only deals with"
      isHeaded={isHeaded}
      options={FLAG_KEYS.map((key) => ({
        key,
        label: FLAG_WORDS[key],
        isOn: flags.includes(key),
        count: counts?.[key] ?? null,
      }))}
      onToggle={(key) => {
        const flag = FLAG_KEYS.find((one) => one === key)
        if (flag) model.changeFilter({ flags: toggled(model.query.peek().filter.flags, flag) })
      }}
    />
  )
}

interface ListOption {
  readonly key: string
  readonly label: string
  readonly isOn: boolean
  /** Null while nobody knows. */
  readonly count: number | null
}

interface OptionListProps {
  legend: string
  isHeaded?: boolean
  options: readonly ListOption[]
  onToggle: (key: string) => void
}

/**
 * Choices with how many deals each would give; one that would give none is pale, and stays (checklist BRW-25).
 */
function OptionList({ legend, isHeaded = false, options, onToggle }: OptionListProps) {
  return (
    <fieldset className="min-w-0">
      <legend className={isHeaded ? 'pb-1 font-label text-sm' : 'sr-only'}>{legend}</legend>
      {options.map(({ key, label, isOn, count }) => (
        <label
          key={key}
          className={classNames(
            '-mx-2 flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2 hover:bg-hover pointer-coarse:min-h-11',
            count === 0 && !isOn && 'text-text-3',
          )}
        >
          <input
            type="checkbox"
            checked={isOn}
            onChange={() => onToggle(key)}
            className="size-4 flex-none accent-accent"
          />
          <span className="min-w-0 flex-1">{label}</span>
          <span className="num text-sm text-text-3">
            {count === null ? null : formatNumber(count)}
            <span className="sr-only"> deals</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/**
 * The parking types as the server lists them now; the built-in ones are used until then, and when the server does not
 * answer (BRW-37, 38). Labels by id; empty while nothing newer is known. Asks only when `isWanted`.
 */
function useParkingTypes(isWanted: boolean): ReadonlyMap<number, string> {
  const { api, log } = useServices()
  const [labels, setLabels] = useState<ReadonlyMap<number, string>>(NONE)
  useEffect(() => {
    if (!isWanted) return
    let isHere = true
    api(listParkingTypes, {}).then(
      ({ data }) => isHere && setLabels(new Map(data.map(({ id, label }) => [id, label]))),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        log.warn('Parking types were not loaded', error.failure.kind)
      },
    )
    return () => {
      isHere = false
    }
  }, [api, log, isWanted])
  return labels
}

const NONE: ReadonlyMap<number, string> = new Map()
