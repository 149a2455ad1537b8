/** Saved replies by "/" at the beginning of a line of the reply box: a list that what is typed filters, filled in for the conversation. */
import { useSignals } from '@preact/signals-react/runtime'
import { SquareSlash } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  commandAt,
  filledReply,
  openFields,
  type ReplyFacts,
  repliesFor,
} from '#marketplace/seller/inbox/reply-fields.ts'
import { menuHead, REPLY_WORDS, repliesFound } from '#marketplace/seller/inbox/reply-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import type { SavedReplyWire } from '#shared/contract/seller-company.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'

/** What is known of the open conversation. */
function factsOf({ thread, member }: SellerStore): ReplyFacts {
  const open = thread.peek()
  const deal = open?.messages.findLast(({ property }) => property)?.property?.address
  return { buyer: open?.name ?? '', deal: deal ?? null, member: member.name, company: member.account.title }
}

export interface ReplyBox {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  setText(text: string): void
}

interface ReplyMenu {
  /** Above the reply box, in a positioned parent. */
  readonly menu: ReactNode
  /** Opens it without the key; null where no reply is saved. */
  readonly button: ReactNode
  readonly fieldProps: Readonly<Record<string, string | undefined>>
  /** The caret has moved. */
  onSelect(): void
  /** True when the key was the menu's. */
  onKeyDown(event: KeyboardEvent): boolean
}

export function useReplyMenu(store: SellerStore, { box, text, setText }: ReplyBox): ReplyMenu {
  useSignals()
  const id = useId()
  const replies = store.company.replies.value
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState({ words: '', place: 0 })
  /** Where the "/" is over which it was closed. */
  const [closed, setClosed] = useState<number | null>(null)
  const select = useSelection(box, text)
  const typed = commandAt(text, caret)
  if (typed === null && closed !== null) setClosed(null)
  const command = typed?.start === closed ? null : typed
  const found = command === null ? [] : repliesFor(replies, command.words)
  const isOpen = command !== null && found.length > 0
  const place = at.words === command?.words ? Math.min(at.place, found.length - 1) : 0
  const optionId = (index: number) => `${id}-${index}`

  const put = (next: string, start: number, end = start) => {
    select(start, end)
    setCaret(end)
    setText(next)
  }
  const choose = ({ body }: SavedReplyWire) => {
    if (command === null) return
    const filled = filledReply(body, factsOf(store))
    const next = text.slice(0, command.start) + filled + text.slice(command.end)
    const [open] = openFields(filled)
    const from = open === undefined ? command.start + filled.length : next.indexOf(open, command.start)
    put(next, from, from + (open?.length ?? 0))
    // A reply may itself begin with "/".
    setClosed(command.start)
  }
  const close = () => {
    if (command === null) return
    setClosed(command.start)
    // Nothing but the key that opened it.
    if (command.words === '') put(text.slice(0, command.start) + text.slice(command.end), command.start)
  }
  const open = () => {
    const before = text.trimEnd()
    const next = before === '' ? '/' : `${before}\n/`
    setClosed(null)
    put(next, next.length)
    box.current?.focus()
  }
  return {
    fieldProps: {
      'aria-autocomplete': replies.length > 0 ? 'list' : undefined,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? optionId(place) : undefined,
    },
    onSelect: () => setCaret(box.current?.selectionStart ?? 0),
    onKeyDown(event) {
      const chosen = found[place]
      if (!isOpen || chosen === undefined || event.nativeEvent.isComposing || event.shiftKey) return false
      const { key } = event
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
      if (step !== 0) setAt({ words: command.words, place: (place + step + found.length) % found.length })
      else if (key === 'Enter' || key === 'Tab') choose(chosen)
      else if (key === 'Escape') close()
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
    button:
      replies.length === 0 ? null : (
        <Button
          size="lg"
          className="max-duo:px-3!"
          aria-label={REPLY_WORDS.menu}
          title={REPLY_WORDS.menu}
          data-key="/"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-haspopup="listbox"
          // The focus stays in the reply box.
          onMouseDown={(event) => event.preventDefault()}
          onClick={isOpen ? close : open}
        >
          <SquareSlash size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      ),
    menu: (
      <>
        <p role="status" className="sr-only">
          {isOpen ? repliesFound(found.length) : ''}
        </p>
        {isOpen ? (
          <div className="absolute inset-x-4 bottom-full z-1 mx-auto mb-1 max-w-190 rounded-lg bg-overlay p-1 shadow-pop">
            <p className="px-2.5 py-1.5 text-text-3 text-xs">{menuHead(command.words)}</p>
            <div role="listbox" id={id} aria-label={REPLY_WORDS.menu} className="max-h-64 overflow-y-auto">
              {found.map((reply, index) => (
                <Option
                  key={reply.id}
                  id={optionId(index)}
                  reply={reply}
                  preview={filledReply(reply.body, factsOf(store))}
                  isActive={index === place}
                  onChoose={() => choose(reply)}
                />
              ))}
            </div>
          </div>
        ) : null}
      </>
    ),
  }
}

/** Selects in the box once it has the text. */
function useSelection(box: ReplyBox['box'], text: string) {
  const wanted = useRef<{ start: number; end: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the text the caret goes to the end of it.
  useLayoutEffect(() => {
    if (wanted.current) box.current?.setSelectionRange(wanted.current.start, wanted.current.end)
    wanted.current = null
  }, [box, text])
  return (start: number, end: number) => {
    wanted.current = { start, end }
  }
}

interface OptionProps {
  id: string
  reply: SavedReplyWire
  preview: string
  isActive: boolean
  onChoose: () => void
}

const Option = ({ id, reply, preview, isActive, onChoose }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the reply box keeps the focus and hears the keys.
  <div
    role="option"
    id={id}
    aria-selected={isActive}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
    ref={isActive ? showRow : undefined}
    className={classNames(
      'flex min-h-9 cursor-pointer items-baseline gap-3 rounded-sm px-2.5 py-2 pointer-coarse:min-h-11',
      isActive ? 'bg-active' : 'hover:bg-hover',
    )}
  >
    <span className="w-24 flex-none truncate font-semibold text-accent-text text-sm">{reply.title}</span>
    <span className="min-w-0 flex-1 truncate text-text-2">{preview}</span>
    {isActive ? (
      <span aria-hidden="true" className="rounded-xs border border-line bg-surface px-1.5 text-xs">
        Enter
      </span>
    ) : null}
  </div>
)

const showRow = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })
