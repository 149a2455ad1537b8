/** Deletes the person's own login; the company and all that was written for it stay. */
import { useState } from 'react'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { Section } from '#marketplace/seller/ui/deals/fields.tsx'
import { sellerDeleteLogin } from '#shared/contract/seller.ts'
import { Button } from '#shared/ui/button.tsx'
import { TypedConfirm } from './typed-confirm.tsx'

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

function Question({ store, onLeft, onCancel }: DeleteLoginProps & { onCancel: () => void }) {
  const { call, member } = store
  return (
    <TypedConfirm
      title="Delete your login"
      confirmLabel="Delete for good"
      expected={member.email}
      label="Your email"
      send={(confirmation) => call(sellerDeleteLogin, { body: { confirmation } })}
      onDone={onLeft}
      onCancel={onCancel}
    >
      <p>
        This logs you out everywhere and deletes your name, email, phone, two-step login and notification
        settings. Conversations that you look after are unassigned, and blasts that you scheduled pass to an
        owner; buyers see the name of {member.account.title}, as before.
      </p>
    </TypedConfirm>
  )
}
