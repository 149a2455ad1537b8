/** Deletes the account and pays the wallet out. Asks for the e-mail address, and for the password if there is one. */

import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { PasswordField } from '#marketplace/buyer/ui/password-field.tsx'
import { BankFields, bankFields, PayoutPlan, usePayout } from '#marketplace/buyer/ui/payout/payout-fields.tsx'
import { SupportContact } from '#marketplace/buyer/ui/support-contact.tsx'
import { attempt, focusWrong, formMessage, NO_ERRORS, sayFailure } from '#marketplace/kit/attempt.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { deleteAccount } from '#shared/contract/profile.ts'
import { formatCents } from '#shared/format/money.ts'
import { Button } from '#shared/ui/button.tsx'
import type { PartitionProps } from './partition-props.ts'

export function DeleteAccount({ user }: PartitionProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title="Delete account"
      note="Your profile, phones, buy boxes and messages are deleted and cannot be brought back. Money in your wallet is paid out first. While a deposit is held or an offer is active, that must be settled first."
    >
      <Button className="pointer-coarse:h-11" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      <SupportContact lead="Questions first?" hasHours className="mt-3 block text-sm text-text-2" />
      {isAsking ? <Question user={user} onCancel={() => setAsking(false)} /> : null}
    </Section>
  )
}

function Question({ user, onCancel }: { user: User; onCancel: () => void }) {
  useSignals()
  const { api, user: store } = useServices()
  const [, navigate] = useLocation()
  const [confirmation, setConfirmation] = useState('')
  const [password, setPassword] = useState('')
  const { isBusy, during } = useBusy()
  const [said, setSaid] = useState(NO_ERRORS)
  const fields = useRef<HTMLDivElement>(null)
  const payout = usePayout(user.id)
  const routes = payout.routes.state.value
  const balanceCents = routes.phase === 'ready' ? routes.value.balanceCents : 0
  const placed = [
    'confirmation',
    ...(user.hasPassword ? ['password'] : []),
    ...bankFields(payout, balanceCents),
  ]
  const isTyped = confirmation.trim().toLowerCase() === (user.email ?? '').toLowerCase()

  async function remove() {
    setSaid(NO_ERRORS)
    const { bank, code } = payout.terms(balanceCents)
    const body = {
      confirmation: confirmation.trim(),
      ...(user.hasPassword ? { password } : {}),
      ...(bank ? { bank } : {}),
      ...(code ? { code } : {}),
    }
    const result = await during(attempt(api(deleteAccount, { body })))
    if (result.kind === 'failed') {
      setSaid(sayFailure(result.failure))
      // The wallet may hold something else by now.
      void payout.routes.load()
      return focusWrong(fields.current)
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
      canConfirm={routes.phase === 'ready' && isTyped && (!user.hasPassword || password !== '')}
      error={formMessage(said, placed)}
      onConfirm={() => void remove()}
      onCancel={onCancel}
    >
      <p>
        This deletes your profile, messages, reviews and documents, and logs you out everywhere. Sellers keep
        the offers that you sent them, without your name. Records of payments stay, without your name. To go
        on, type <span className="wrap-anywhere font-label text-text">{user.email}</span>.
      </p>
      {routes.phase === 'failed' ? (
        <LoadFailed onRetry={() => void payout.routes.load()}>
          {sayFailure(routes.failure).message}
        </LoadFailed>
      ) : null}
      <div ref={fields} className="grid gap-4 text-text">
        {balanceCents > 0 ? (
          <>
            <p>
              Your wallet has <span className="num font-semibold">{formatCents(balanceCents)}</span>. It is
              paid out with the deletion.
            </p>
            <PayoutPlan payout={payout} amountCents={balanceCents} />
            <BankFields payout={payout} amountCents={balanceCents} errors={said.fields} hasPasswordField />
          </>
        ) : null}
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
