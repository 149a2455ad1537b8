/** Set a new password with the link of a mail: one field to look at, and logged in afterwards. */

import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import { answered, answeredWithProof } from '#marketplace/buyer/platform/ask.ts'
import { createEntrance } from '#marketplace/buyer/platform/entrance.ts'
import type { PageProps } from '#marketplace/buyer/platform/route.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { EntryPage, EntryTitle } from '#marketplace/buyer/ui/entry-page.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { PageFailed, PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { PasswordField } from '#marketplace/buyer/ui/password-field.tsx'
import { PasswordMeter } from '#marketplace/buyer/ui/password-meter.tsx'
import { WaitNotice } from '#marketplace/buyer/ui/wait-notice.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import type { Api } from '#shared/api/client.ts'
import { checkRecoveryLink, recoverPassword } from '#shared/contract/account.ts'
import type { Log } from '#shared/lib/log.ts'
import { safeReturnTo } from '#shared/rules/return-to.ts'
import { Button } from '#shared/ui/button.tsx'
import { createResetModel, type ResetModel, type ResetModelDeps } from './reset-model.ts'

export default function ResetPasswordPage({ params: { token = '' } }: PageProps) {
  useSignals()
  const services = useServices()
  const onward = safeReturnTo(new URLSearchParams(useSearch()).get('return_to'), window.location.origin)
  const [model] = useState(() =>
    createResetModel({
      ...createResetCalls(services, { hash: token, onward }),
      setPassword: (password) => createEntrance(services).byNewPassword(token, password),
      clock: services.clock,
    }),
  )
  useEffect(() => {
    void model.check()
    return () => model.dispose()
  }, [model])
  const step = model.step.value
  useEffect(() => {
    if (step === 'done') toast('Your new password is set')
  }, [step])

  switch (step) {
    case 'checking':
      return <PagePending label="Checking the link" />
    case 'unreachable':
      return (
        <PageFailed title="Set a new password" isBare onRetry={() => void model.check()}>
          The link could not be checked: {BRAND} cannot be reached.
        </PageFailed>
      )
    case 'done':
      return <Redirect to={onward} replace />
    case 'form':
    case 'expired':
    case 'mailed':
      return (
        <EntryPage>
          <ResetForm model={model} />
        </EntryPage>
      )
  }
}

function ResetForm({ model }: { model: ResetModel }) {
  useSignals()
  const form = useRef<HTMLFormElement>(null)
  async function submit(event: FormEvent) {
    event.preventDefault()
    await model.submit()
    if (model.fieldProblem.peek() !== null) form.current?.querySelector('input')?.focus()
  }
  const step = model.step.value
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 py-8">
      {step === 'form' ? <NewPassword model={model} /> : null}
      {step === 'expired' ? <Expired model={model} /> : null}
      {step === 'mailed' ? <Mailed model={model} /> : null}
    </form>
  )
}

function NewPassword({ model }: { model: ResetModel }) {
  useSignals()
  return (
    <>
      <div>
        <EntryTitle>Set a new password</EntryTitle>
        <p className="mt-1 text-base text-text-2">
          You are logged in with it at once; other devices are logged out.
        </p>
      </div>
      <PasswordField
        kind="new"
        label="New password"
        value={model.password.value}
        error={model.fieldProblem.value}
        help={<PasswordMeter password={model.password.value} />}
        onChange={(event) => {
          model.password.value = event.currentTarget.value
        }}
      />
      <Submit model={model} label="Set password and log in" />
    </>
  )
}

function Expired({ model }: { model: ResetModel }) {
  useSignals()
  return (
    <>
      <div>
        <EntryTitle>This link has expired</EntryTitle>
        <Alert className="mt-1 text-base text-text-2">
          A link works once, for an hour. We can email you a new one.
        </Alert>
      </div>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        value={model.email.value}
        error={model.fieldProblem.value}
        onChange={(event) => {
          model.email.value = event.currentTarget.value
        }}
      />
      <Submit model={model} label="Email me a link" />
      <BackToLogin />
    </>
  )
}

function Mailed({ model }: { model: ResetModel }) {
  useSignals()
  return (
    <>
      <EntryTitle>Check your email</EntryTitle>
      <p role="status" className="-mt-3 text-base text-text-2">
        If <b className="wrap-anywhere font-medium text-text">{model.email.value.trim()}</b> has an account, a
        link to set a new password is on its way.
      </p>
      <BackToLogin />
    </>
  )
}

function BackToLogin() {
  return (
    <Link href="/login" className="justify-self-start text-base text-link">
      Back to log in
    </Link>
  )
}

function Submit({ model, label }: { model: ResetModel; label: string }) {
  useSignals()
  const seconds = model.waitSeconds.value
  return (
    <div className="grid gap-2">
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isBlock
        isBusy={model.isBusy.value}
        disabled={seconds > 0}
      >
        {label}
      </Button>
      <WaitNotice seconds={seconds} />
      <FormProblem message={model.problem.value} />
    </div>
  )
}

/** What the reset page asks the server, for one link. */
function createResetCalls(
  services: { entryApi: Api; log: Log },
  { hash, onward }: { hash: string; onward: string },
): Pick<ResetModelDeps, 'isValid' | 'mailLink'> {
  const { entryApi: api, log } = services
  return {
    isValid: () =>
      answered(
        async () => (await api(checkRecoveryLink, { body: { confirm_hash: hash } })).data.is_valid,
        log,
      ),
    mailLink: (email) =>
      answeredWithProof(async (proof) => {
        await api(recoverPassword, { body: { email, return_to: onward, ...proof } })
        return null
      }, services),
  }
}
