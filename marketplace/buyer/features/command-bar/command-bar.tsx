/** One line from any page: filters in plain words, deals, places, conversations, pages and actions (checklist BRW-46). */
import { useSignals } from '@preact/signals-react/runtime'
import { useCombobox } from 'downshift'
import { CornerDownLeft, House, type LucideIcon, MapPin, MessageSquare, Search, Zap } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import {
  COMBOBOX_INPUT,
  comboboxBox,
  Marked,
  optionBox,
  SearchFailed,
} from '#marketplace/buyer/ui/combobox-menu.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { createCommandModel, type Hit } from './command-model.ts'
import { ownHits } from './own-hits.ts'

const ICONS: Readonly<Record<Hit['group'], LucideIcon>> = {
  Search: Search,
  Deals: House,
  Places: MapPin,
  Conversations: MessageSquare,
  Pages: CornerDownLeft,
  Actions: Zap,
}

export default function CommandBar({ onClose }: { onClose: () => void }) {
  useSignals()
  const services = useServices()
  const [, navigate] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const [model] = useState(() => createCommandModel({ ...services, own: () => ownHits(services, navigate) }))
  const state = services.user.state.value
  const customerId = state.phase === 'user' ? state.user.id : null
  useEffect(() => {
    if (customerId !== null) void model.loadConversations(customerId)
  }, [model, customerId])
  useEffect(() => model.dispose, [model])

  function take({ does }: Hit) {
    onClose()
    if (typeof does === 'string') navigate(does)
    else does()
  }
  return (
    <Modal title="Find anything" onClose={onClose} initialFocus={input} keepsInput>
      <CommandList model={model} input={input} onTake={take} />
    </Modal>
  )
}

interface CommandListProps {
  model: ReturnType<typeof createCommandModel>
  input: React.RefObject<HTMLInputElement | null>
  onTake: (hit: Hit) => void
}

function CommandList({ model, input, onTake }: CommandListProps) {
  useSignals()
  const listId = useId()
  const hits = model.hits.value
  const typed = model.text.value
  const box = useCombobox<Hit>({
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
  const isLoading = model.isLoading.value
  const [first] = hits
  useEffect(() => {
    if (!isTaking || isLoading) return
    setTaking(false)
    if (first) onTake(first)
  }, [isTaking, isLoading, first, onTake])
  const isNothing = hits.length === 0 && typed.trim() !== '' && !isLoading && !model.hasFailed.value
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
              model.setText(event.currentTarget.value)
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
          placeholder="3 beds under 150k in Houston"
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          className={COMBOBOX_INPUT}
        />
      </div>
      {model.hasFailed.value ? <SearchFailed what="Deals and places" onRetry={model.retry} /> : null}
      <p role="status" className={isNothing ? 'px-2.5 py-2 text-text-2' : 'sr-only'}>
        {isNothing
          ? 'Nothing found. Try a city, a price, “duplex” or a page’s name.'
          : counted(typed, hits.length)}
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
                  typed={typed}
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
  typed: string
  isActive: boolean
}

function Option({ hit: { group, label, note }, typed, isActive, ...option }: OptionProps) {
  const Icon = ICONS[group]
  return (
    <div {...option} className={optionBox(isActive)}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none text-text-3" />
      <Marked label={label} typed={group === 'Search' ? '' : typed} />
      <span className="num ml-auto flex-none text-text-3 text-xs">{note}</span>
    </div>
  )
}

function counted(typed: string, count: number): string {
  if (typed.trim() === '' || count === 0) return ''
  return count === 1 ? '1 result' : `${count} results`
}
