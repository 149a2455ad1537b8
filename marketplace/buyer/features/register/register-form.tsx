/** The registration form. What the server refuses stands in a summary that takes the focus, and under its fields. */
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { createEntrance } from '#marketplace/buyer/platform/entrance.ts'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { PasswordField } from '#marketplace/buyer/ui/password-field.tsx'
import { PasswordMeter } from '#marketplace/buyer/ui/password-meter.tsx'
import { PhoneInput } from '#marketplace/buyer/ui/phone-input.tsx'
import { WaitNotice } from '#marketplace/buyer/ui/wait-notice.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { BOX_LABEL, boxTerms } from '#shared/rules/text-consent/registration.ts'
import { Button } from '#shared/ui/button.tsx'
import { createDraftStore } from './draft.ts'
import { createRegisterModel, type FieldName, type RegisterModel } from './register-model.ts'

export function RegisterForm() {
  useSignals()
  const services = useServices()
  const [model] = useState(() => modelOf(services))
  useEffect(() => () => model.dispose(), [model])
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const focus = (field: FieldName) =>
    form.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = await model.submit()
    if (wrong) focus(wrong)
    else if (model.summary.peek().length > 0) summary.current?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Summary ref={summary} model={model} onGo={focus} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
        <Plain model={model} field="first_name" label="First name" autoComplete="given-name" />
        <Plain model={model} field="last_name" label="Last name" autoComplete="family-name" />
      </div>
      <Plain model={model} field="email" label="Email" type="email" autoComplete="username" />
      <Phone model={model} />
      <Password model={model} />
      <SmsConsent model={model} />
      <Submit model={model} />
    </form>
  )
}

interface PlainProps {
  model: RegisterModel
  field: FieldName
  label: string
  autoComplete: string
  type?: string
}

function Plain({ model, field, ...rest }: PlainProps) {
  useSignals()
  return (
    <Field
      {...rest}
      name={field}
      value={model.values.value[field]}
      error={model.errors.value[field] ?? null}
      onChange={(event) => model.change(field, event.currentTarget.value)}
      onBlur={() => model.leave(field)}
    />
  )
}

function Phone({ model }: { model: RegisterModel }) {
  useSignals()
  return (
    <PhoneInput
      label="Mobile phone"
      value={model.values.value.phone}
      error={model.errors.value.phone ?? null}
      help="We text a code to confirm it."
      onChange={(phone) => model.change('phone', phone)}
      onBlur={() => model.leave('phone')}
    />
  )
}

function Password({ model }: { model: RegisterModel }) {
  useSignals()
  const { password, email, first_name, last_name } = model.values.value
  return (
    <PasswordField
      kind="new"
      value={password}
      error={model.errors.value.password ?? null}
      help={<PasswordMeter password={password} own={[email, first_name, last_name]} />}
      onChange={(event) => model.change('password', event.currentTarget.value)}
      onBlur={() => model.leave('password')}
    />
  )
}

/** Unticked, and no condition of anything: what the law on telephone marketing (TCPA) wants said stands beside the box. */
function SmsConsent({ model }: { model: RegisterModel }) {
  useSignals()
  return (
    <label className="flex items-start gap-2.5 text-sm text-text-2">
      <input
        type="checkbox"
        name="sms_opt_in"
        className="mt-px size-4.5 flex-none accent-accent"
        checked={model.smsOptIn.value}
        onChange={(event) => model.setSmsOptIn(event.currentTarget.checked)}
      />
      <span>
        {BOX_LABEL}
        <span className="mt-0.5 block text-text-3 text-xs">{boxTerms(BRAND)}</span>
      </span>
    </label>
  )
}

function Submit({ model }: { model: RegisterModel }) {
  useSignals()
  const seconds = model.waitSeconds.value
  return (
    <div className="grid gap-3">
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isBlock
        isBusy={model.isBusy.value}
        disabled={seconds > 0}
      >
        Create account
      </Button>
      <WaitNotice seconds={seconds} />
      <FormProblem message={model.problem.value} />
      <p className="text-text-3 text-xs">
        You must be 18 or older. By creating an account you agree to the{' '}
        <a href="/terms-of-service" target="_blank" rel="noopener" className="text-link">
          Terms of service
        </a>{' '}
        and{' '}
        <a href="/privacy-policy" target="_blank" rel="noopener" className="text-link">
          Privacy policy
        </a>
        . See also{' '}
        <a href="/accessibility" target="_blank" rel="noopener" className="text-link">
          Accessibility
        </a>
        .
      </p>
    </div>
  )
}

interface SummaryProps {
  ref: React.RefObject<HTMLDivElement | null>
  model: RegisterModel
  onGo: (field: FieldName) => void
}

function Summary({ ref, model, onGo }: SummaryProps) {
  useSignals()
  const lines = model.summary.value
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="alert"
      className="rounded-md border border-danger-line bg-danger-soft px-3 py-2.5 text-sm empty:sr-only"
    >
      {lines.length === 0 ? null : (
        <>
          <p className="font-label">The account was not created yet:</p>
          <ul className="mt-1 grid gap-0.5">
            {lines.map(({ field, message }) => (
              <li key={field ?? message}>
                {field === null ? (
                  message
                ) : (
                  <button
                    type="button"
                    className="cursor-pointer text-left underline"
                    onClick={() => onGo(field)}
                  >
                    {message}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function modelOf(services: Services): RegisterModel {
  const { email } = (window.history.state ?? {}) as { email?: unknown }
  return createRegisterModel({
    register: createEntrance(services).byRegistration,
    draft: createDraftStore(() => window.sessionStorage),
    referral: services.referral.get,
    clock: services.clock,
    ...(typeof email === 'string' ? { email } : {}),
  })
}
