/** The dialog that Ctrl-K opens in an app: one line, and what it finds in groups. Enter takes the marked one. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCombobox } from 'downshift'
import { type LucideIcon, Search } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import {
  COMBOBOX_INPUT,
  comboboxBox,
  Marked,
  optionBox,
  SearchFailed,
} from '#marketplace/kit/ui/combobox-menu.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import type { Finder, Hit } from './hits.ts'

export interface CommandDialogProps<Group extends string> {
  finder: Finder<Group>
  icons: Readonly<Record<Group, LucideIcon>>
  placeholder: string
  /** When nothing is found, and what could not be searched. */
  words: { nothing: string; failed: string }
  onTake: (hit: Hit<Group>) => void
  onClose: () => void
}

export function CommandDialog<Group extends string>(props: CommandDialogProps<Group>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Modal title="Find anything" onClose={props.onClose} initialFocus={input} keepsInput>
      <CommandList {...props} input={input} />
    </Modal>
  )
}

interface CommandListProps<Group extends string> extends CommandDialogProps<Group> {
  input: React.RefObject<HTMLInputElement | null>
}

function CommandList<Group extends string>(props: CommandListProps<Group>) {
  useSignals()
  const { finder, icons, placeholder, words, input, onTake } = props
  const listId = useId()
  const hits = finder.hits.value
  const typed = finder.text.value
  const box = useCombobox<Hit<Group>>({
    items: [...hits],
    isOpen: true,
    selectedItem: null,
    inputValue: typed,
    defaultHighlightedIndex: 0,
    initialHighlightedIndex: 0,
    itemToString: (hit) => hit?.label ?? '',
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onTake(selectedItem)
    },
    // Leaving the box takes nothing.
    stateReducer: (_, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem: null } : changes,
  })
  // Enter that comes before the answer takes the answer's first, and nothing of the line before.
  const [isTaking, setTaking] = useState(false)
  const isLoading = finder.isLoading.value
  const [first] = hits
  useEffect(() => {
    if (!isTaking || isLoading) return
    setTaking(false)
    if (first) onTake(first)
  }, [isTaking, isLoading, first, onTake])
  const isNothing = hits.length === 0 && typed.trim() !== '' && !isLoading && !finder.hasFailed.value
  return (
    <>
      <div className={classNames(comboboxBox('calm'), 'h-10 px-2.75')}>
        <Search size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
        <input
          {...box.getInputProps({
            ref: input,
            'aria-label': 'Find anything',
            onChange: (event) => {
              setTaking(false)
              finder.setText(event.currentTarget.value)
            },
            // Escape closes the dialog, whatever is typed.
            onKeyDown: (event) => {
              const isEarly =
                event.key === 'Enter' &&
                !event.nativeEvent.isComposing &&
                isLoading &&
                box.highlightedIndex <= 0
              if (isEarly) setTaking(true)
              if (isEarly || event.key === 'Escape')
                Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
            },
          })}
          type="text"
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          className={COMBOBOX_INPUT}
        />
      </div>
      {finder.hasFailed.value ? <SearchFailed what={words.failed} onRetry={finder.retry} /> : null}
      <p role="status" className={isNothing ? 'px-2.5 py-2 text-text-2' : 'sr-only'}>
        {isNothing ? words.nothing : counted(typed, hits.length)}
      </p>
      <div {...box.getMenuProps({ 'aria-label': 'Results' })} className="mt-3 h-96 overflow-y-auto">
        {[...new Set(hits.map(({ group }) => group))].map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a list of options may hold groups, and no fieldset
          <div key={group} role="group" aria-labelledby={`${listId}${group}`} className="mb-2">
            <p id={`${listId}${group}`} className="px-2.5 pb-0.5 text-text-3 text-xs">
              {group}
            </p>
            {hits.map((hit, index) =>
              hit.group === group ? (
                <Option
                  key={hit.id}
                  hit={hit}
                  icon={icons[group]}
                  typed={hit.isUnmarked ? '' : typed}
                  isActive={box.highlightedIndex === index}
                  {...box.getItemProps({ item: hit, index })}
                />
              ) : null,
            )}
          </div>
        ))}
      </div>
    </>
  )
}

interface OptionProps extends React.ComponentProps<'div'> {
  hit: Hit
  icon: LucideIcon
  typed: string
  isActive: boolean
}

function Option({ hit: { label, note }, icon: Icon, typed, isActive, ...option }: OptionProps) {
  return (
    <div {...option} className={optionBox(isActive)}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
      <Marked label={label} typed={typed} />
      <span className="num ml-auto flex-none text-text-3 text-xs">{note}</span>
    </div>
  )
}

function counted(typed: string, count: number): string {
  if (typed.trim() === '' || count === 0) return ''
  return count === 1 ? '1 result' : `${count} results`
}
