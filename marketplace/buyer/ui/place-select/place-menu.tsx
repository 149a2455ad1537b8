/** The list below a place box: earlier searches, places found, and what else the text may mean. */
import { useSignals } from '@preact/signals-react/runtime'
import type { UseComboboxReturnValue } from 'downshift'
import { Clock, House, MapPin, X } from 'lucide-react'
import { Marked, menuBox, optionBox, SearchFailed } from '#marketplace/kit/ui/combobox-menu.tsx'
import type { LocationOptionWire } from '#shared/contract/places.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { placeKind, placesNote } from './place-labels.ts'
import type { PlaceSearch } from './place-search.ts'

/** Something of the page's own that the text may mean, e.g. a deal. */
export interface Suggestion {
  readonly key: string
  readonly label: string
}

export type Item =
  | { readonly kind: 'place'; readonly option: LocationOptionWire }
  | { readonly kind: 'suggestion'; readonly suggestion: Suggestion }

export interface PlaceMenuProps {
  box: UseComboboxReturnValue<Item>
  items: readonly Item[]
  isShown: boolean
  typed: string
  search: PlaceSearch
}

export function PlaceMenu({ box, items, isShown, typed, search }: PlaceMenuProps) {
  const isHistory = typed.trim() === ''
  return (
    <div className={classNames(menuBox(isShown, true), 'min-w-72')}>
      {isHistory && items.length > 0 ? <HistoryHead onClear={() => search.forget(null)} /> : null}
      {/* Above what may have to be scrolled. */}
      <NoteOrFailed search={search} items={items} typed={typed} />
      <ul {...box.getMenuProps()} className={items.length === 0 ? 'hidden' : undefined}>
        {items.map((item, index) => (
          <li
            key={keyOf(item)}
            {...box.getItemProps({ item, index })}
            className={optionBox(box.highlightedIndex === index)}
          >
            <ItemContent item={item} isHistory={isHistory} typed={typed} search={search} />
          </li>
        ))}
      </ul>
    </div>
  )
}

export const labelOf = (item: Item): string =>
  item.kind === 'place' ? item.option.label : item.suggestion.label
const kindOf = (item: Item): string => (item.kind === 'place' ? placeKind(item.option.value.place) : 'Deal')
const keyOf = (item: Item): string =>
  item.kind === 'place' ? `place:${item.option.value.placeId}` : `own:${item.suggestion.key}`

function HistoryHead({ onClear }: { onClear: () => void }) {
  return (
    <p className="flex items-center justify-between gap-3 px-2.5 pt-1 pb-0.5 text-text-3 text-xs">
      Recent searches
      <button
        type="button"
        // The box keeps the focus, or the list would close before the press.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClear}
        className="cursor-pointer rounded-xs py-1 text-text-2 underline-offset-3 hover:underline pointer-coarse:py-3"
      >
        Clear all
      </button>
    </p>
  )
}

interface ItemContentProps {
  item: Item
  isHistory: boolean
  typed: string
  search: PlaceSearch
}

function ItemContent({ item, isHistory, typed, search }: ItemContentProps) {
  const Icon = item.kind === 'suggestion' ? House : isHistory ? Clock : MapPin
  return (
    <>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
      <Marked label={labelOf(item)} typed={typed} />
      <span className="ml-auto flex-none text-text-3 text-xs">{kindOf(item)}</span>
      {isHistory && item.kind === 'place' ? (
        // For the pointer; by keyboard it is Delete. An option may hold no button.
        <span
          aria-hidden="true"
          title="Forget this search (Delete)"
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.stopPropagation()
            search.forget(item.option)
          }}
          className="grid size-6 flex-none place-items-center rounded-xs text-text-3 hover:bg-hover hover:text-text"
        >
          <X size={14} strokeWidth={1.75} />
        </span>
      ) : null}
    </>
  )
}

function NoteOrFailed({ search, items, typed }: Pick<PlaceMenuProps, 'search' | 'items' | 'typed'>) {
  useSignals()
  if (search.hasFailed.value) return <SearchFailed what="Places" onRetry={search.retry} isStatus />
  const places = typed.trim() === '' ? 0 : items.filter(({ kind }) => kind === 'place').length
  const isNothing = search.isEmpty.value && items.length === 0
  const note = isNothing || places > 0 ? placesNote(typed, places) : null
  return (
    <p role="status" className="px-2.5 py-2 text-sm text-text-2 empty:sr-only">
      {note}
    </p>
  )
}
