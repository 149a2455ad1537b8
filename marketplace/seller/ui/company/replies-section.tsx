/** Saved replies: kept, changed, removed. The composer puts them into a message. */
import { useSignals } from '@preact/signals-react/runtime'
import { type MouseEvent, useState } from 'react'
import { focusWrong } from '#marketplace/kit/attempt.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import { REPLY_FIELDS } from '#marketplace/seller/inbox/reply-fields.ts'
import { FIELD_NAMES, REPLY_WORDS } from '#marketplace/seller/inbox/reply-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { AreaField, Section, TextField } from '#marketplace/seller/ui/deals/fields.tsx'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import type { SavedReplyWire } from '#shared/contract/seller-company.ts'
import { Button } from '#shared/ui/button.tsx'

export function RepliesSection({ store }: { store: SellerStore }) {
  useSignals()
  const [open, setOpen] = useState<number | 'new' | null>(null)
  const replies = store.company.replies.value
  const close = () => setOpen(null)
  return (
    <Section
      title="Saved replies"
      intro="Everybody in the seller app finds them beside the reply box, or types / in it."
    >
      {replies.length === 0 ? null : (
        <ul
          aria-label="Saved replies"
          className="rounded-md border border-line [&>li+li]:border-line [&>li+li]:border-t"
        >
          {replies.map((reply) => (
            <li key={reply.id} className="grid gap-2 px-4 py-3">
              {open === reply.id ? (
                <ReplyForm store={store} reply={reply} onClose={close} />
              ) : (
                <ReplyLine store={store} reply={reply} onEdit={() => setOpen(reply.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {open === 'new' ? (
        <ReplyForm store={store} reply={null} onClose={close} />
      ) : store.mayChange('reply') ? (
        <Button className="justify-self-start" onClick={() => setOpen('new')}>
          Add a saved reply
        </Button>
      ) : null}
    </Section>
  )
}

function ReplyLine({
  store,
  reply,
  onEdit,
}: {
  store: SellerStore
  reply: SavedReplyWire
  onEdit: () => void
}) {
  const { id, title, body } = reply
  return (
    <div className="flex flex-wrap items-start gap-2">
      <div className="me-auto min-w-0">
        <p className="font-medium">{title}</p>
        <p className="line-clamp-2 whitespace-pre-line text-sm text-text-2">{body}</p>
      </div>
      {store.mayChange('reply') ? (
        <>
          <Button size="sm" aria-label={`Change ${title}`} onClick={onEdit}>
            Change
          </Button>
          <Button size="sm" aria-label={`Remove ${title}`} onClick={() => void store.company.removeReply(id)}>
            Remove
          </Button>
        </>
      ) : null}
    </div>
  )
}

interface FormProps {
  store: SellerStore
  /** Null: a new one. */
  reply: SavedReplyWire | null
  onClose: () => void
}

function ReplyForm({ store, reply, onClose }: FormProps) {
  useSignals()
  const typedForm = useTypedInput()
  const [hasTried, setTried] = useState(false)
  const errors = hasTried ? store.company.errors.value : {}
  const [title, setTitle] = useState(reply?.title ?? '')
  const [body, setBody] = useState(reply?.body ?? '')
  const { isBusy, during } = useBusy()
  const save = async () => {
    const saved = store.company.keepReply({ id: reply?.id ?? null, title: title.trim(), body: body.trim() })
    if (await during(saved)) return onClose()
    setTried(true)
    focusWrong()
  }
  return (
    <form
      ref={typedForm}
      aria-label={reply ? `Change ${reply.title}` : 'A new saved reply'}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label="Name"
        isRequired
        maxLength={60}
        value={title}
        error={errors['reply.title']}
        onChange={setTitle}
      />
      <AreaField
        label="Reply"
        isRequired
        maxLength={MESSAGE_MAX_LENGTH}
        value={body}
        error={errors['reply.body']}
        onChange={setBody}
      />
      <Fields />
      <div className="flex gap-2">
        <Button
          type="submit"
          variant="primary"
          isBusy={isBusy}
          disabled={title.trim() === '' || body.trim() === ''}
        >
          Save the reply
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

/** What a reply can say of its conversation; a press puts the field where the caret is. */
function Fields() {
  const insert = (event: MouseEvent<HTMLButtonElement>, field: string) => {
    const area = event.currentTarget.form?.querySelector('textarea')
    if (!area) return
    area.setRangeText(field, area.selectionStart, area.selectionEnd, 'end')
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
    area.focus()
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-medium text-sm">{REPLY_WORDS.fields}</legend>
      <p className="text-sm text-text-2">{REPLY_WORDS.fieldsIntro}</p>
      <ul className="grid gap-1">
        {REPLY_FIELDS.map((name) => (
          <li key={name} className="flex flex-wrap items-center gap-2 text-sm">
            <Button size="sm" onClick={(event) => insert(event, `{${name}}`)}>{`{${name}}`}</Button>
            {FIELD_NAMES[name]}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
