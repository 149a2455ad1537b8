/** Deletes the account for good: the e-mail address has to be typed, and the password when there is one. */
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { attempt, type Said, sayFailure } from '#marketplace/platform/attempt.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import type { User } from '#marketplace/platform/user.ts'
import { ConfirmDialog } from '#marketplace/ui/confirm-dialog.tsx'
import { Field } from '#marketplace/ui/field.tsx'
import { Section } from '#marketplace/ui/partition-parts.tsx'
import { PasswordField } from '#marketplace/ui/password-field.tsx'
import { toast } from '#marketplace/ui/toast.ts'
import { deleteAccount } from '#shared/contract/profile.ts'
import { Button } from '#shared/ui/button.tsx'
import { focusFirstWrong } from './focus.ts'
import type { PartitionProps } from './partition-props.ts'

export function DeleteAccount({ user }: PartitionProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title="Delete account"
      note="Your profile, phones, buy boxes and messages are deleted and cannot be brought back. While a deposit is held or money is in your wallet, that has to be settled first."
    >
      <Button className="pointer-coarse:h-11" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {isAsking ? <Question user={user} onCancel={() => setAsking(false)} /> : null}
    </Section>
  )
}

const NOTHING: Said = { fields: {}, message: null }

function Question({ user, onCancel }: { user: User; onCancel: () => void }) {
  const { api, user: store } = useServices()
  const [, navigate] = useLocation()
  const [confirmation, setConfirmation] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState(NOTHING)
  const fields = useRef<HTMLDivElement>(null)
  const isTyped = confirmation.trim().toLowerCase() === (user.email ?? '').toLowerCase()

  async function remove() {
    setBusy(true)
    setSaid(NOTHING)
    const body = { confirmation: confirmation.trim(), ...(user.hasPassword ? { password } : {}) }
    const result = await attempt(api(deleteAccount, { body }))
    setBusy(false)
    if (result.kind === 'failed') {
      setSaid(sayFailure(result.failure))
      return focusFirstWrong(fields.current)
    }
    toast('Your account is deleted')
    navigate('/')
    store.forget()
  }
  return (
    <ConfirmDialog
      title="Delete your account"
      confirmLabel="Delete for good"
      isDanger
      isBusy={isBusy}
      canConfirm={isTyped && (!user.hasPassword || password !== '')}
      error={said.message}
      onConfirm={() => void remove()}
      onCancel={onCancel}
    >
      <p>
        This deletes everything Plat stores about you and logs you out everywhere. To go on, type{' '}
        <span className="wrap-anywhere font-label text-text">{user.email}</span>.
      </p>
      <div ref={fields} className="grid gap-4 text-text">
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
        {user.hasPassword ? (
          <PasswordField
            kind="current"
            value={password}
            error={said.fields.password ?? null}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : null}
      </div>
    </ConfirmDialog>
  )
}
