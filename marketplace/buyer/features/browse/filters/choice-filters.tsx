/** The filters that are lists of choices: status, types and the like, and yes-or-no ones. */
import { useSignals } from '@preact/signals-react/runtime'
import { DEAL_STATUSES } from '#shared/contract/properties.ts'
import { CHOICE_IDS } from '#shared/rules/deals/facets.ts'
import { type ChoiceKey, FLAG_KEYS } from '#shared/rules/deals/filter.ts'
import { CHOICE_WORDS, FLAG_WORDS, STATUS_WORDS } from '#shared/rules/deals/filter-words.ts'
import { useBrowse } from '../browse-context.tsx'
import { toggled, withChoices } from './filter-changes.ts'
import { OptionList } from './option-list.tsx'
import { CHOICE_LABELS } from './panel-words.ts'
import { useParkingTypes } from './parking-types.ts'

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
