/** What is written under a conversation: a reply to the buyer, or an internal note for the team. */
import { useSignals } from '@preact/signals-react/runtime'
import { Lock } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { NOTE_WORDS } from '#marketplace/seller/inbox/note-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Composer } from '#marketplace/seller/ui/composer.tsx'
import { REPLY_BOX } from '#marketplace/seller/ui/outgoing-reply.tsx'
import { NOTE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'
import { NoteSwitch } from './note-switch.tsx'

interface WriteBoxProps {
  store: SellerStore
  customerId: number
}

export function WriteBox({ store, customerId }: WriteBoxProps) {
  useSignals()
  const isNote = store.notes.isWriting.value
  const shown = useRef(isNote)
  useEffect(() => {
    if (shown.current === isNote) return
    shown.current = isNote
    document.getElementById(isNote ? NOTE_BOX : REPLY_BOX)?.focus()
  }, [isNote])
  return isNote ? (
    <NoteBox store={store} customerId={customerId} />
  ) : (
    <Composer store={store} customerId={customerId} />
  )
}

/** The id of the box that notes are written in. */
const NOTE_BOX = 'seller-note'

function NoteBox({ store, customerId }: WriteBoxProps) {
  useSignals()
  const { isBusy, errorMessage, run, marks, problemId } = useAction()
  const draft = store.notes.draft(customerId)
  const text = draft.value
  const left = NOTE_MAX_LENGTH - text.trim().length
  const mayAdd = text.trim() !== '' && left >= 0
  const add = () => {
    if (mayAdd && !isBusy) void run(() => store.notes.add(customerId, text))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <form
      className="@container border-line-strong border-t border-dashed bg-sunken px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <div className="mx-auto grid max-w-190 gap-2">
        <p className="flex items-center gap-1.5 text-text-2 text-xs">
          <Lock size={12} strokeWidth={1.75} aria-hidden="true" />
          {NOTE_WORDS.stays}
        </p>
        <div className="flex flex-wrap items-end gap-2">
          <textarea
            {...marks('text')}
            id={NOTE_BOX}
            aria-label={NOTE_WORDS.box}
            dir="auto"
            placeholder={NOTE_WORDS.placeholder}
            rows={1}
            value={text}
            onChange={(event) => {
              draft.value = event.currentTarget.value
            }}
            onKeyDown={onKeyDown}
            className="field-box field-sizing-content max-h-36 min-h-11 min-w-40 flex-1 resize-none border-dashed! py-2.5!"
          />
          {left < 0 ? (
            <output className="num self-center text-danger-text text-sm">{`−${-left}`}</output>
          ) : null}
          <NoteSwitch store={store} />
          <Button type="submit" size="lg" variant="primary" isBusy={isBusy} disabled={!mayAdd}>
            {NOTE_WORDS.add}
          </Button>
        </div>
        <FormProblem id={problemId} message={errorMessage} />
      </div>
    </form>
  )
}
