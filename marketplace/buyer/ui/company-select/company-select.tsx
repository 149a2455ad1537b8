/** One field of the LLC and trust form: a combobox over the company search; a picked company locks it. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCombobox } from 'downshift'
import { Building2, CircleCheck } from 'lucide-react'
import type { RefCallback } from 'react'
import { useId } from 'react'
import type { Search } from '#marketplace/kit/search-as-you-type.ts'
import {
  COMBOBOX_INPUT,
  comboboxBox,
  Marked,
  menuBox,
  optionBox,
  SearchFailed,
  searchFailed,
} from '#marketplace/kit/ui/combobox-menu.tsx'
import { FieldError } from '#marketplace/kit/ui/field.tsx'
import type { CompanyWire } from '#shared/contract/buy-box.ts'
import { classNames } from '#shared/ui/class-names.ts'
import type { EntityRow } from './entity-rows.ts'

export const ENTITY_LABEL = 'LLC or Trust Name'
const PLACEHOLDER = 'e.g., Houston Property Group LLC'
const NOTHING_FOUND = 'No companies found'

export interface CompanySelectProps {
  row: EntityRow
  search: Search<CompanyWire>
  onType: (text: string) => void
  onPick: (company: CompanyWire) => void
  inputRef?: RefCallback<HTMLInputElement>
}

export function CompanySelect({ row, search, onType, onPick, inputRef }: CompanySelectProps) {
  useSignals()
  const errorId = useId()
  const companies = search.results.value
  const typed = search.text.value
  const isLocked = row.selectedCompany !== null
  const box = useCombobox<CompanyWire>({
    items: [...companies],
    selectedItem: null,
    itemToString: (company) => company?.name ?? '',
    inputValue: row.entityName,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onPick(selectedItem)
    },
    // Leaving the field picks nothing: a company is chosen on purpose.
    stateReducer: (_, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem: null } : changes,
  })
  const labelProps = box.getLabelProps()
  const isEmpty = search.isEmpty.value && !isLocked
  const hasFailed = search.hasFailed.value && !isLocked
  const isShown = box.isOpen && !isLocked && (companies.length > 0 || isEmpty || hasFailed)

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <label {...labelProps} htmlFor={labelProps.htmlFor} className="font-label text-sm">
        {ENTITY_LABEL}
      </label>
      <div className="relative">
        <div
          className={classNames(
            comboboxBox(row.error !== null ? 'wrong' : isLocked ? 'locked' : 'calm'),
            'h-10 px-2.75',
          )}
        >
          <Building2
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="flex-none text-text-3 max-[22.5rem]:hidden"
          />
          <input
            {...box.getInputProps({
              ...(inputRef ? { ref: inputRef } : {}),
              onChange: (event) => onType(event.currentTarget.value),
              onFocus: (event) => isLocked && event.currentTarget.select(),
              // The menu goes first, then whatever is around it.
              onKeyDown: (event) => event.key === 'Escape' && isShown && event.preventDefault(),
            })}
            placeholder={PLACEHOLDER}
            disabled={row.isSubmitting || row.isLinked}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={row.error === null ? undefined : true}
            aria-describedby={errorId}
            className={classNames(COMBOBOX_INPUT, 'h-full text-ellipsis max-[22.5rem]:placeholder:text-sm')}
          />
          {row.isLinked ? (
            <span className="flex flex-none items-center gap-1 text-gain-text text-xs">
              <CircleCheck size={14} strokeWidth={1.75} aria-hidden="true" />
              Connected
            </span>
          ) : null}
          {row.selectedCompany?.state ? <StateTag state={row.selectedCompany.state} /> : null}
          {search.isLoading.value || row.isSubmitting ? <Waiting /> : null}
        </div>
        <div className={menuBox(isShown, false)}>
          <ul {...box.getMenuProps()} className={companies.length === 0 ? 'hidden' : undefined}>
            {companies.map((company, index) => (
              <li
                key={company.id}
                {...box.getItemProps({ item: company, index })}
                className={optionBox(box.highlightedIndex === index)}
              >
                <CompanyOption company={company} typed={typed} />
              </li>
            ))}
          </ul>
          {isEmpty ? <p className="px-2.5 py-2 text-text-2">{NOTHING_FOUND}</p> : null}
          {hasFailed ? <SearchFailed what="Companies" onRetry={search.retry} /> : null}
        </div>
      </div>
      <p role="status" className="sr-only">
        {isShown ? spoken(companies.length, isEmpty, hasFailed) : ''}
      </p>
      <FieldError id={errorId}>{row.error}</FieldError>
    </div>
  )
}

const CompanyOption = ({ company: { name, state }, typed }: { company: CompanyWire; typed: string }) => (
  <>
    <Building2 size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
    <Marked label={name} typed={typed} />
    {state ? <span className="ml-auto text-text-3 text-xs">{state}</span> : null}
  </>
)

function spoken(count: number, isEmpty: boolean, hasFailed: boolean): string {
  if (hasFailed) return searchFailed('Companies')
  if (isEmpty) return NOTHING_FOUND
  return count === 1 ? '1 company found' : `${count} companies found`
}

export function StateTag({ state }: { state: string }) {
  return (
    <span className="flex h-5 flex-none items-center rounded-xs bg-active px-1.75 font-label text-2xs text-text-2">
      {state}
    </span>
  )
}

export function Waiting() {
  return (
    <span
      aria-hidden="true"
      className="size-4 flex-none animate-[spin_1s_linear_infinite] rounded-full border-2 border-text-3 border-t-transparent"
    />
  )
}
