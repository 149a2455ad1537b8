/** The login form in whatever step it is, for the page and for the dialog. Errors stand under the field they concern. */
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { createEntrance } from '#marketplace/buyer/platform/entrance.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { CodeInput, ResendCode } from '#marketplace/buyer/ui/code-input.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { WaitNotice } from '#marketplace/buyer/ui/wait-notice.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Button } from '#shared/ui/button.tsx'
import { DemoLogins } from './demo-logins.tsx'
import { createLoginCalls } from './login-calls.ts'
import { EmailField, LoginPasswordField } from './login-fields.tsx'
import { createLoginModel, type LoginModel, type LoginStep } from './login-model.ts'
import { OtherDoors } from './other-doors.tsx'

export interface LoginPanelProps {
  start: 'email' | 'password'
  /** Draws a step's title. The dialog has one of its own for the first steps. */
  title: (text: string, isFirst: boolean) => ReactNode
  /** Where the way to register leads. */
  registerHref: string
  /** Gets the e-mail's input, for a dialog that opens in it. */
  emailRef?: RefObject<HTMLInputElement | null>
}

export function LoginPanel({ start, title, registerHref, emailRef }: LoginPanelProps) {
  useSignals()
  const services = useServices()
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [model] = useState(() =>
    createLoginModel({
      entrance: createEntrance(services),
      calls: createLoginCalls(services),
      clock: services.clock,
      start,
      register: (email) => navigate(registerHref, { state: { email } }),
      support: async () => (await services.configs.load())?.support ?? null,
    }),
  )
  useEffect(() => () => model.dispose(), [model])
  const step = model.step.value
  useFocusOfStep(step, form)

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    await model.submit()
    const field = model.problem.peek()?.field
    if (field) form.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {title(TITLES[step], step === 'email' || step === 'password')}
      <Step model={model} registerHref={registerHref} emailRef={emailRef} submit={() => void submit()} />
    </form>
  )
}

interface StepProps extends Pick<LoginPanelProps, 'registerHref'> {
  model: LoginModel
  emailRef: LoginPanelProps['emailRef'] | undefined
  submit: () => void
}

function Step({ model, registerHref, emailRef, submit }: StepProps) {
  useSignals()
  switch (model.step.value) {
    case 'email':
    case 'password':
      return <WhoStep model={model} registerHref={registerHref} emailRef={emailRef} submit={submit} />
    case 'code':
      return <CodeStep model={model} submit={submit} />
    case 'forgot':
      return <ForgotStep model={model} />
    case 'mailed':
      return <MailedStep model={model} />
  }
}

function WhoStep({ model, registerHref, emailRef, submit }: StepProps) {
  useSignals()
  const isAsking = model.step.value === 'email'
  return (
    <>
      <p className="-mt-3 text-base text-text-2">
        New here?{' '}
        <Link href={registerHref} className="text-link">
          Create an account
        </Link>
      </p>
      <EmailField model={model} inputRef={emailRef} />
      {isAsking ? null : <LoginPasswordField model={model} />}
      <Submit model={model} label={isAsking ? 'Continue' : 'Log in'} />
      <OtherDoors model={model} />
      <DemoLogins
        onChoose={(login) => {
          model.email.value = login.email
          model.password.value = login.password
          model.goTo('password')
          submit()
        }}
      />
    </>
  )
}

function CodeStep({ model, submit }: { model: LoginModel; submit: () => void }) {
  useSignals()
  const { problem } = model
  return (
    <>
      <p className="-mt-3 text-base text-text-2">
        {model.isWithoutPassword.value ? 'This account has no password yet. ' : null}
        Check <b className="wrap-anywhere font-medium text-text">{model.email.value.trim()}</b> for a 6-digit
        code. It works for 10 minutes.
      </p>
      <CodeInput
        label="Code"
        value={model.code.value}
        onChange={(code) => {
          model.code.value = code
        }}
        onComplete={submit}
        isBusy={model.isBusy.value}
        error={problem.value?.field === 'code' ? problem.value.message : null}
      />
      <Submit model={model} label="Log in" />
      <ResendCode secondsLeft={model.resendSeconds.value} onResend={() => void model.resend()} />
      <BackToPassword model={model} label="Use another way" />
    </>
  )
}

function ForgotStep({ model }: { model: LoginModel }) {
  return (
    <>
      <p className="-mt-3 text-base text-text-2">
        We’ll email you a link to set a new one. It works for an hour.
      </p>
      <EmailField model={model} />
      <Submit model={model} label="Email me a link" />
      <BackToPassword model={model} label="Back to log in" />
    </>
  )
}

function MailedStep({ model }: { model: LoginModel }) {
  useSignals()
  return (
    <>
      <p role="status" className="-mt-3 text-base text-text-2">
        If <b className="wrap-anywhere font-medium text-text">{model.email.value.trim()}</b> has an account, a
        link to set a new password is on its way. It works for an hour, once.
      </p>
      <BackToPassword model={model} label="Back to log in" />
    </>
  )
}

function BackToPassword({ model, label }: { model: LoginModel; label: string }) {
  return (
    <button
      type="button"
      className="cursor-pointer justify-self-start text-base text-link pointer-coarse:min-h-11"
      onClick={() => model.goTo('password')}
    >
      {label}
    </button>
  )
}

/** While a wait lasts, the reason stands next to the button that it closes. */
function Submit({ model, label }: { model: LoginModel; label: string }) {
  useSignals()
  const seconds = model.waitSeconds.value
  const problem = model.problem.value
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
      <FormProblem message={problem?.field === null ? problem.message : null} />
    </div>
  )
}

const TITLES: Record<LoginStep, string> = {
  email: 'Log in',
  password: 'Log in',
  code: 'Enter the code',
  forgot: 'Set a new password',
  mailed: 'Check your email',
}

const FIRST_OF_STEP: Record<LoginStep, string> = {
  email: 'input[name="email"]',
  password: 'input[name="password"]',
  code: 'input[name="code"]',
  forgot: 'input[name="email"]',
  mailed: 'button',
}

/** A new step begins in its own field; the form's first appearance leaves the focus where it is. */
function useFocusOfStep(step: LoginStep, form: RefObject<HTMLFormElement | null>): void {
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    form.current?.querySelector<HTMLElement>(FIRST_OF_STEP[step])?.focus()
  }, [step, form])
}
