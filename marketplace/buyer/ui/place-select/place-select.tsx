/** Target markets as a combobox with tokens: places found by typing, earlier ones, or where the person is. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCombobox } from 'downshift'
import { Clock, MapPin, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
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
import type { LocationOptionWire } from '#shared/contract/places.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { LocateButton } from './locate-button.tsx'
import { placeKind, placesNote } from './place-labels.ts'
import type { PlaceSearch } from './place-search.ts'
import type { TargetMarket, TargetMarkets } from './target-markets.ts'

const PLACEHOLDER = 'State, County, City, Address'

export interface PlaceSelectProps {
  label: string
  /** The label is there for screen readers only: a heading says the same. */
  isLabelHidden?: boolean
  markets: TargetMarkets
  search: PlaceSearch
  /** Instead of adding the place at once, e.g. to ask something first. */
  onPick?: (option: LocationOptionWire) => void
  /** Instead of removing it at once. */
  onRemove?: (market: TargetMarket) => void
  /** The list floats over what follows instead of pushing it down. */
  isOver?: boolean
}

export function PlaceSelect({ label, isLabelHidden = false, isOver = false, ...given }: PlaceSelectProps) {
  useSignals()
  const { markets, search } = given
  const { box, input, typed, isHistory, options, note, isShown, locate, onKey, removeToken } =
    usePlaceBox(given)
  const errorId = useId()
  const labelProps = box.getLabelProps()
  const hasFailed = search.hasFailed.value

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <label
        {...labelProps}
        htmlFor={labelProps.htmlFor}
        className={isLabelHidden ? 'sr-only' : 'font-label text-sm'}
      >
        {label}
      </label>
      <div className="relative">
        <div
          className={classNames(
            comboboxBox(markets.problem.value === null ? 'calm' : 'wrong'),
            'min-h-11 gap-1.5 p-1.5',
          )}
        >
          <div className="flex min-w-0 flex-1 flex-wrap gap-1.5">
            {markets.list.value.length === 0 ? null : (
              <ul aria-label={`${label}, chosen`} className="contents">
                {markets.list.value.map((market) => (
                  <MarketToken key={market.key} market={market} onRemove={() => removeToken(market)} />
                ))}
              </ul>
            )}
            <input
              {...box.getInputProps({
                ref: input,
                onChange: (event) => search.setText(event.currentTarget.value),
                onFocus: () => void search.loadHistory(),
                onKeyDown: onKey,
              })}
              placeholder={markets.list.value.length === 0 ? PLACEHOLDER : undefined}
              autoComplete="off"
              spellCheck={false}
              aria-invalid={markets.problem.value === null ? undefined : true}
              aria-describedby={errorId}
              className={classNames(COMBOBOX_INPUT, 'h-7.5 min-w-30 pl-1.25')}
            />
          </div>
          <LocateButton
            search={search}
            className="relative mb-px self-end pointer-coarse:after:absolute pointer-coarse:after:-inset-2"
            onPress={() => void locate()}
          />
        </div>
        <div className={menuBox(isShown, isOver)}>
          {isHistory && options.length > 0 ? (
            <p className="px-2.5 pt-1.5 pb-1 text-text-3 text-xs">Recent searches</p>
          ) : null}
          <ul {...box.getMenuProps()} className={options.length === 0 ? 'hidden' : undefined}>
            {options.map((option, index) => (
              <li
                key={option.value.placeId}
                {...box.getItemProps({ item: option, index })}
                className={optionBox(box.highlightedIndex === index)}
              >
                <OptionIcon isHistory={isHistory} />
                <Marked label={option.label} typed={typed} />
                <span className="ml-auto flex-none text-text-3 text-xs">{placeKind(option.value.place)}</span>
              </li>
            ))}
          </ul>
          {note ? <p className="px-2.5 py-2 text-sm text-text-2">{note}</p> : null}
          {hasFailed ? <SearchFailed what="Places" onRetry={search.retry} /> : null}
        </div>
      </div>
      <p role="status" className="sr-only">
        {isShown ? spoken(options.length, note, hasFailed) : ''}
      </p>
      <FieldError id={errorId}>{markets.problem.value}</FieldError>
    </div>
  )
}

type PlaceBoxProps = Pick<PlaceSelectProps, 'markets' | 'search' | 'onPick' | 'onRemove'>

/** The options for the typed text, and the actions of the field: pick, locate, remove. */
function usePlaceBox({ markets, search, onPick, onRemove }: PlaceBoxProps) {
  useSignals()
  const input = useRef<HTMLInputElement>(null)
  const typed = search.text.value
  const isHistory = typed.trim() === ''
  const options = isHistory ? search.history.value : search.results.value
  const remove = onRemove ?? ((market: TargetMarket) => void markets.remove(market.key))

  function pick(option: LocationOptionWire) {
    search.clear()
    search.remember(option)
    if (onPick) onPick(option)
    else void markets.add(option)
  }

  const box = useCombobox<LocationOptionWire>({
    items: [...options],
    selectedItem: null,
    itemToString: (option) => option?.label ?? '',
    inputValue: typed,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) pick(selectedItem)
    },
    stateReducer: (_, { type, changes }) => {
      // Leaving the field picks nothing: a place is chosen on purpose.
      if (type === useCombobox.stateChangeTypes.InputBlur) return { ...changes, selectedItem: null }
      return changes
    },
  })
  const isEmpty = search.isEmpty.value
  const note = isEmpty || (!isHistory && options.length > 0) ? placesNote(typed, options.length) : null
  const isShown = box.isOpen && (options.length > 0 || isEmpty || search.hasFailed.value)

  return {
    box,
    input,
    typed,
    isHistory,
    options,
    note,
    isShown,
    async locate() {
      markets.say(null)
      const found = await search.locate()
      if ('problem' in found) markets.say(found.problem)
      else pick(found)
      input.current?.focus()
    },
    onKey(event: KeyboardEvent<HTMLInputElement>) {
      if (event.key === 'Escape' && isShown) event.preventDefault()
      const last = markets.list.value.at(-1)
      if (event.key === 'Backspace' && typed === '' && last) remove(last)
    },
    removeToken(market: TargetMarket) {
      remove(market)
      input.current?.focus()
    },
  }
}

function OptionIcon({ isHistory }: { isHistory: boolean }) {
  const Icon = isHistory ? Clock : MapPin
  return <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
}

function spoken(count: number, note: string | null, hasFailed: boolean): string {
  if (hasFailed) return searchFailed('Places')
  const found = count === 0 ? '' : count === 1 ? '1 place found. ' : `${count} places found. `
  return `${found}${note ?? ''}`.trim()
}

/** A chosen target market inside the field, with a button that removes it. */
function MarketToken({ market, onRemove }: { market: TargetMarket; onRemove: () => void }) {
  return (
    <li
      className={classNames(
        'inline-flex min-h-7 min-w-0 items-center gap-1.5 rounded-sm bg-accent-soft py-0.5 pr-1 pl-2.25 font-medium text-sm',
        market.isBusy ? 'text-text-3' : 'text-text-2',
      )}
      aria-busy={market.isBusy || undefined}
    >
      <span className="min-w-0 break-words">{market.label}</span>
      <button
        type="button"
        aria-label={`Remove ${market.label}`}
        disabled={market.isBusy}
        onClick={onRemove}
        className="target grid size-5 flex-none cursor-pointer place-items-center rounded-xs text-text-2 hover:bg-accent-soft-2 disabled:cursor-default pointer-coarse:after:absolute pointer-coarse:after:-inset-3"
      >
        {market.isBusy ? (
          <span
            aria-hidden="true"
            className="size-3 animate-[spin_1s_linear_infinite] rounded-full border-2 border-text-3 border-t-transparent"
          />
        ) : (
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        )}
      </button>
    </li>
  )
}
