/** Deletes the person's own login; the company and all that was written for it stay. */
import { useState } from 'react'
import { attempt, type FormErrors, sayFailure } from '#marketplace/kit/attempt.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Section } from '#marketplace/seller/ui/deals/fields.tsx'
import { sellerDeleteLogin } from '#shared/contract/seller.ts'
import { Button } from '#shared/ui/button.tsx'

interface DeleteLoginProps {
  store: SellerStore
  onLeft: () => void
}

export function DeleteLogin({ store, onLeft }: DeleteLoginProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title="Delete my login"
      intro="Your login and your personal data are deleted and cannot be brought back. Messages, deals and offers stay with the company."
    >
      <Button className="justify-self-start pointer-coarse:h-11" onClick={() => setAsking(true)}>
        Delete my login
      </Button>
      {isAsking ? <Question store={store} onLeft={onLeft} onCancel={() => setAsking(false)} /> : null}
    </Section>
  )
}

const NOTHING: FormErrors = { fields: {}, message: null }

function Question({ store, onLeft, onCancel }: DeleteLoginProps & { onCancel: () => void }) {
  const { call, member } = store
  const [confirmation, setConfirmation] = useState('')
  const [said, setSaid] = useState(NOTHING)
  const { isBusy, during } = useBusy()
  async function remove() {
    setSaid(NOTHING)
    const result = await during(attempt(call(sellerDeleteLogin, { body: { confirmation } })))
    if (result.kind === 'failed') return setSaid(sayFailure(result.failure))
    onLeft()
  }
  return (
    <ConfirmDialog
      title="Delete your login"
      confirmLabel="Delete for good"
      isDanger
      isBusy={isBusy}
      canConfirm={confirmation.trim().toLowerCase() === member.email.toLowerCase()}
      error={said.message}
      onConfirm={() => void remove()}
      onCancel={onCancel}
    >
      <p>
        This logs you out everywhere and deletes your name, email, phone, two-step login and notification
        settings. Conversations that you look after are unassigned, and blasts that you scheduled pass to an
        owner; buyers see the name of {member.account.title}, as before. To go on, type{' '}
        <span className="wrap-anywhere font-label text-text">{member.email}</span>.
      </p>
      <Field
        label="Your email"
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={confirmation}
        error={said.fields.confirmation ?? null}
        onChange={(event) => setConfirmation(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
