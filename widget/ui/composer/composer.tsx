/** Where a message is written. Enter sends, Shift+Enter breaks the line; the draft belongs to the conversation (spec section 5). */
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { formatNumber } from '#shared/format/count.ts'
import { AttachSlot } from '#shared/thread/attachments/attach-slot.tsx'
import { chosenFor, mayGo } from '#shared/thread/attachments/chosen.ts'
import type { ChatStore } from '#shared/thread/model.ts'
import { classNames } from '#shared/ui/class-names.ts'

interface ComposerProps {
  store: ChatStore
  accountId: number
  onSent: () => void
}

export function Composer({ store, accountId, onSent }: ComposerProps) {
  useSignals()
  const input = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const draft = store.draft(accountId)
  const text = draft.value
  const over = text.length - MESSAGE_MAX_LENGTH
  const files = chosenFor(store.attaching, accountId)
  const canSend = (text.trim() !== '' || files.length > 0) && mayGo(files) && over <= 0
  useAutoGrow(input, text)

  const send = () => {
    if (!canSend) return
    store.send(text)
    draft.value = ''
    onSent()
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // 229 is what WebKit says for the Enter that ends a composition.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      part="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="flex-none border-line border-t px-5 pt-2.5 pb-3.5 narrow:px-2.5 narrow:pt-2 narrow:pb-[calc(--spacing(2)+env(safe-area-inset-bottom))]"
    >
      <div className="mx-auto max-w-190">
        <div
          part="composer-field"
          className={classNames(
            'flex min-h-11 items-end gap-2 rounded-[--spacing(5.5)] border bg-surface py-0.75 ps-4 pe-0.75',
            over > 0
              ? 'inset-ring border-danger inset-ring-danger'
              : 'focus-within:inset-ring border-field focus-within:border-accent focus-within:inset-ring-accent',
          )}
        >
          {/* Only a conversation that is there takes files. */}
          <AttachSlot attaching={store.selected.value?.key ? store.attaching : null} peerId={accountId} />
          <textarea
            ref={input}
            part="composer-input"
            rows={1}
            value={text}
            aria-label="Type a message"
            aria-invalid={over > 0 || undefined}
            aria-describedby={over > 0 ? id : undefined}
            placeholder="Type a message"
            enterKeyHint="send"
            onChange={(event) => {
              draft.value = event.currentTarget.value
            }}
            onKeyDown={onKeyDown}
            className="field-sizing-content max-h-33 min-h-9 min-w-0 flex-1 resize-none overflow-y-auto py-2 leading-5 outline-none narrow:text-touch"
          />
          {over > 0 ? (
            <span
              aria-hidden="true"
              className="num grid h-9 place-items-center font-strong text-danger-text text-sm"
            >
              {`−${formatNumber(over)}`}
            </span>
          ) : null}
          <button
            type="submit"
            part="send-button"
            aria-label="Send message"
            disabled={!canSend}
            className="hit-area grid size-9 flex-none place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-active disabled:bg-active disabled:text-text-disabled forced-colors:border"
          >
            <ArrowUp size={18} strokeWidth={2.25} aria-hidden="true" />
          </button>
        </div>
        {/* Says it once when the limit is crossed; the number beside the button counts silently. */}
        <output id={id} className="sr-only">
          {over > 0 ? `Over the limit of ${formatNumber(MESSAGE_MAX_LENGTH)} characters` : ''}
        </output>
        <p className="mt-1.5 ms-4.25 text-2xs text-text-3 leading-4 narrow:hidden">
          Enter to send, Shift + Enter for a new line
        </p>
      </div>
    </form>
  )
}

const sizesItself = () => CSS.supports('field-sizing', 'content')

/**
 * Lets a textarea be as high as its text, in browsers where `field-sizing-content` does not; its classes say the least
 * and the most. To measure it makes the browser lay out the whole thread, at the first paint and at every key.
 */
function useAutoGrow(input: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text, which is only in the DOM by now.
  useLayoutEffect(() => {
    const element = input.current
    const box = element?.parentElement
    if (!element || !box || sizesItself()) return
    // Held while it is measured: a box that collapses for a moment lets the thread above lose its place.
    box.style.height = `${box.offsetHeight}px`
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
    box.style.height = ''
  }, [input, text])
}
