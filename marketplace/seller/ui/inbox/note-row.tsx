/** An internal note in a conversation: over the full width between dashed rules, with a lock, and never a bubble. */
import { Lock, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { authorName, NOTE_WORDS } from '#marketplace/seller/inbox/note-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import type { ConversationNoteWire } from '#shared/contract/conversation-notes.ts'
import { messageTime } from '#shared/format/message-time.ts'
import { LinkedText } from '#shared/thread/linked-text.tsx'

interface NoteRowProps {
  store: SellerStore
  customerId: number
  note: ConversationNoteWire
}

export function NoteRow({ store, customerId, note }: NoteRowProps) {
  const row = useRef<HTMLElement>(null)
  const [isAsking, setAsking] = useState(false)
  const { isBusy, errorMessage, run } = useAction()
  // Who writes one wants to see it.
  useLayoutEffect(() => {
    if (store.notes.added.peek() !== note.id) return
    store.notes.added.value = null
    row.current?.scrollIntoView({ block: 'nearest' })
  }, [store, note.id])
  const { role } = store.member
  const isOwn = note.author?.id === store.member.id
  const mayDelete = store.mayChange('reply') && (isOwn || role === 'administrator' || role === 'manager')
  return (
    <article
      ref={row}
      className="mb-3 grid gap-1 border border-line-strong border-dashed rounded-lg bg-sunken px-3.5 py-2.5 text-sm"
    >
      <p className="flex items-center gap-1.5 text-text-2 text-xs">
        <Lock size={12} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
        <span className="num min-w-0 flex-1">
          <b className="font-semibold text-text">{authorName(note.author?.name)}</b>
          {` · ${NOTE_WORDS.kind} · ${messageTime(note.created_at)}`}
        </span>
        {mayDelete ? (
          <IconButton
            size="sm"
            aria-label={NOTE_WORDS.remove}
            className="pointer-coarse:size-11"
            onClick={() => setAsking(true)}
          >
            <Trash2 size={14} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        ) : null}
      </p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        <LinkedText text={note.text} />
      </p>
      {isAsking ? (
        <ConfirmDialog
          title={NOTE_WORDS.removeTitle}
          confirmLabel={NOTE_WORDS.remove}
          cancelLabel={NOTE_WORDS.keep}
          isDanger
          isBusy={isBusy}
          error={errorMessage}
          onConfirm={() => void run(() => store.notes.remove(customerId, note.id))}
          onCancel={() => setAsking(false)}
        >
          <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
            {note.text}
          </p>
        </ConfirmDialog>
      ) : null}
    </article>
  )
}
