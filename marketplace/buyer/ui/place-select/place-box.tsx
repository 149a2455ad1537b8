/** One place, or one of the caller's own suggestions, chosen by typing: the search of a page, not a field of a form. */

import { useSignals } from '@preact/signals-react/runtime'
import { useCombobox } from 'downshift'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { COMBOBOX_INPUT, comboboxBox } from '#marketplace/kit/ui/combobox-menu.tsx'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import type { LocationOptionWire } from '#shared/contract/places.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { LocateButton } from './locate-button.tsx'
import { type Item, labelOf, PlaceMenu, type Suggestion } from './place-menu.tsx'
import type { PlaceSearch } from './place-search.ts'

export interface PlaceBoxProps {
  label: string
  /** What is chosen, in words; empty for nothing. */
  value: string
  search: PlaceSearch
  suggest?: (text: string) => readonly Suggestion[]
  onPlace: (option: LocationOptionWire) => void
  onSuggestion?: (suggestion: Suggestion) => void
  onClear: () => void
  /** At the end of the box. */
  trailing?: ReactNode
}

const PLACEHOLDER = 'State, County, City, Address'

export function PlaceBox(props: PlaceBoxProps) {
  useSignals()
  const { label, value, search, trailing } = props
  const { box, input, items, text, problem, isHistory, isShown, ...does } = usePlaceBox(props)
  const labelProps = box.getLabelProps()
  return (
    <div className="relative min-w-0">
      <label {...labelProps} htmlFor={labelProps.htmlFor} className="sr-only">
        {label}
      </label>
      <div
        className={classNames(
          comboboxBox(problem === null ? 'calm' : 'wrong'),
          'h-9 pr-1 pl-2.75 max-desk:h-10',
        )}
      >
        <Search size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
        <input
          {...box.getInputProps({
            ref: input,
            onChange: (event) => does.onChange(event.currentTarget.value),
            onFocus: (event) => {
              event.currentTarget.select()
              void search.loadHistory()
            },
            onBlur: does.stop,
            onKeyDown: does.onKey,
          })}
          type="text"
          enterKeyHint="search"
          placeholder={PLACEHOLDER}
          autoComplete="off"
          spellCheck={false}
          data-search-box
          className={classNames(COMBOBOX_INPUT, 'h-full')}
        />
        {value === '' && text === '' ? (
          <LocateButton search={search} onPress={() => void does.locate()} />
        ) : (
          <IconButton
            size="sm"
            aria-label="Clear the location"
            onMouseDown={(event) => event.preventDefault()}
            onClick={does.clear}
          >
            <X size={15} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
        {trailing}
      </div>
      <PlaceMenu box={box} items={items} isShown={isShown} typed={text} search={search} />
      {problem === null ? null : (
        <Alert className="absolute inset-x-0 top-full z-(--z-drawer) mt-1.5 rounded-md bg-overlay px-3 py-2 text-danger-text text-sm shadow-pop">
          {problem}
        </Alert>
      )}
      <p role="status" className="sr-only">
        {isShown && !isHistory ? countText(items.length) : ''}
      </p>
    </div>
  )
}

/** What is typed, what is offered for it, and what picking, locating and clearing do. */
function usePlaceBox({ value, search, suggest, onPlace, onSuggestion, onClear }: PlaceBoxProps) {
  useSignals()
  const input = useRef<HTMLInputElement>(null)
  // Null: nobody types, and what is chosen stands there.
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const text = typed ?? ''
  const isHistory = text.trim() === ''
  const items: Item[] = [
    ...(suggest?.(text) ?? []).map((suggestion) => ({ kind: 'suggestion' as const, suggestion })),
    ...(isHistory ? search.history.value : search.results.value).map((option) => ({
      kind: 'place' as const,
      option,
    })),
  ]

  function stop() {
    setTyped(null)
    search.clear()
  }
  function pick(item: Item) {
    stop()
    if (item.kind === 'suggestion') return onSuggestion?.(item.suggestion)
    search.remember(item.option)
    onPlace(item.option)
  }
  async function locate() {
    setProblem(null)
    const found = await search.locate()
    if ('problem' in found) setProblem(found.problem)
    else pick({ kind: 'place', option: found })
    input.current?.focus()
  }

  const box = useCombobox<Item>({
    items,
    selectedItem: null,
    itemToString: (item) => (item ? labelOf(item) : ''),
    inputValue: typed ?? value,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) pick(selectedItem)
    },
    stateReducer: (_, { type, changes }) =>
      // Leaving the box picks nothing.
      type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem: null } : changes,
  })
  const isShown = box.isOpen && (items.length > 0 || search.isEmpty.value || search.hasFailed.value)

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') {
      if (isShown) event.preventDefault()
      stop()
    }
    const item = items[box.highlightedIndex]
    // The first result is what was meant, e.g. of a link that was pasted.
    if (event.key === 'Enter' && !isHistory && !item && items[0]) {
      box.closeMenu()
      pick(items[0])
    }
    if (event.key === 'Delete' && isHistory && item?.kind === 'place') search.forget(item.option)
  }
  function onChange(next: string) {
    setProblem(null)
    setTyped(next)
    search.setText(next)
    // Again if they could not be loaded when the box was entered.
    if (next.trim() === '') void search.loadHistory()
  }
  function clear() {
    stop()
    if (value !== '') onClear()
    input.current?.focus()
  }
  return { box, input, items, text, problem, isHistory, isShown, stop, locate, onKey, onChange, clear }
}

function countText(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 result' : `${count} results`
}
