/** The login of the seller's app or the console, with a reset of the password; in a demo with buttons for the ready-made people. */
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, type ReactNode, Suspense, use, useId, useState } from 'react'
import type { AppLogin } from '#marketplace/kit/login/app-login.ts'
import type { DemoSeller } from '#marketplace/kit/login/demo-logins.ts'
import { SecondStepPage, STEP_TITLE } from '#marketplace/kit/two-step/step-pages.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { shownTerms, TermsBox } from '#marketplace/kit/ui/terms.tsx'
import { useViewTitle } from '#marketplace/kit/ui/view-heading.tsx'
import { useViewFocus } from '#marketplace/kit/view-focus.ts'
import { Button } from '#shared/ui/button.tsx'

interface LoginScreenProps {
  title: string
  login: AppLogin<unknown>
  /** The demo's ready-made people. */
  demo?: Promise<readonly DemoSeller[]>
  /** A note about them. */
  demoNote?: string
  /** Those who join accept the terms of service. */
  hasTerms?: boolean
}

const TITLES = { login: 'Log in', forgot: 'Forgot password', reset: 'Set a password' } as const

export function LoginScreen({ title, login, demo, demoNote, hasTerms = false }: LoginScreenProps) {
  useSignals()
  const hasLink = login.mailedLink.value !== null
  const [chosen, setView] = useState<'login' | 'forgot' | 'reset'>(hasLink ? 'reset' : 'login')
  const view = chosen === 'reset' && !hasLink ? 'login' : chosen
  const show = (next: typeof chosen) => {
    login.clear()
    setView(next)
  }
  const step = login.step.value
  useViewTitle(step ? STEP_TITLE : TITLES[view])
  useViewFocus(step ? STEP_TITLE : view)
  if (step) return <SecondStepPage model={step} onBack={login.cancelStep} />
  return (
    <main className="mx-auto grid max-w-90 grid-cols-[minmax(0,1fr)] gap-4 px-4 py-16">
      <h1 tabIndex={-1} className="outline-none font-semibold text-2xl tracking-tight">
        {view === 'login' ? title : TITLES[view]}
      </h1>
      {view === 'login' ? <LoginForm login={login} onForgot={() => show('forgot')} /> : null}
      {view === 'forgot' ? <ForgotForm login={login} onBack={() => show('login')} /> : null}
      {view === 'reset' ? (
        <NewPasswordForm login={login} hasTerms={hasTerms} onForgot={() => show('forgot')} />
      ) : null}
      {demo && view === 'login' ? (
        <Suspense>
          <DemoLogins people={demo} note={demoNote} login={login} />
        </Suspense>
      ) : null}
    </main>
  )
}

interface LoginFormProps {
  login: AppLogin<unknown>
  /** The person whose session has ended. */
  email?: string
  onForgot?: () => void
}

/** Email and password; also in the dialog over a page whose session has ended. */
export function LoginForm({ login, email, onForgot }: LoginFormProps) {
  return (
    <>
      <EntryForm
        login={login}
        action="Log in"
        onSubmit={(fields) => void login.login(String(fields.get('email')), String(fields.get('password')))}
      >
        <Labelled label="Email">
          <input
            name="email"
            type="email"
            required
            defaultValue={email}
            autoComplete="username"
            className="field-box"
          />
        </Labelled>
        <Labelled label="Password">
          <input
            name="password"
            type="password"
            required
            autoComplete="current-password"
            className="field-box"
          />
        </Labelled>
        {onForgot ? (
          <button
            type="button"
            onClick={onForgot}
            className="target cursor-pointer justify-self-start text-accent-text text-sm hover:underline"
          >
            Forgot password?
          </button>
        ) : null}
      </EntryForm>
      <Button size="lg" onClick={() => void login.loginWithPasskey()}>
        Use a passkey
      </Button>
    </>
  )
}

function ForgotForm({ login, onBack }: { login: AppLogin<unknown>; onBack: () => void }) {
  return (
    <>
      <p className="text-sm text-text-2">We’ll email you a link to set a new password.</p>
      <EntryForm
        login={login}
        action="Email me a link"
        onSubmit={(fields) => void login.recover(String(fields.get('email')))}
      >
        <Labelled label="Email">
          <input name="email" type="email" required autoComplete="username" className="field-box" />
        </Labelled>
      </EntryForm>
      <Button variant="ghost" onClick={onBack}>
        Back to login
      </Button>
    </>
  )
}

interface NewPasswordFormProps {
  login: AppLogin<unknown>
  hasTerms: boolean
  onForgot: () => void
}

function NewPasswordForm({ login, hasTerms, onForgot }: NewPasswordFormProps) {
  const isFirst = login.mailedLink.peek()?.isFirst === true
  const asksTerms = hasTerms && isFirst
  return (
    <>
      <p className="text-sm text-text-2">
        {isFirst
          ? 'Choose a password to join the team.'
          : 'Set a new password. All your devices are logged out.'}
      </p>
      <EntryForm
        login={login}
        action={isFirst ? 'Join and log in' : 'Set password and log in'}
        onSubmit={(fields) =>
          void login.setPassword(
            String(fields.get('password')),
            asksTerms ? { terms_version: shownTerms() } : {},
          )
        }
      >
        <Labelled label={isFirst ? 'Password' : 'New password'}>
          <input name="password" type="password" required autoComplete="new-password" className="field-box" />
        </Labelled>
        {asksTerms ? <TermsBox isRequired /> : null}
      </EntryForm>
      {isFirst ? null : (
        <Button variant="ghost" onClick={onForgot}>
          Request a new link
        </Button>
      )}
    </>
  )
}

interface EntryFormProps {
  login: AppLogin<unknown>
  action: string
  onSubmit: (fields: FormData) => void
  children: ReactNode
}

/** Fields, error, success message, and the one button. */
function EntryForm({ login, action, onSubmit, children }: EntryFormProps) {
  useSignals()
  const id = useId()
  const errorMessage = login.errorMessage.value
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form
      onSubmit={submit}
      className="grid gap-3"
      aria-describedby={errorMessage ? `${id}-trouble` : undefined}
    >
      {children}
      <FormProblem id={`${id}-trouble`} message={errorMessage} />
      <p role="status" className="text-sm text-text-2 empty:sr-only">
        {login.notice.value}
      </p>
      <Button type="submit" variant="primary" size="lg" isBusy={login.isBusy.value}>
        {action}
      </Button>
    </form>
  )
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label className="grid gap-1 font-medium text-sm">
    {label}
    {children}
  </label>
)

interface DemoLoginsProps {
  people: Promise<readonly DemoSeller[]>
  note: string | undefined
  login: AppLogin<unknown>
}

function DemoLogins({ people, note, login }: DemoLoginsProps) {
  useSignals()
  const list = use(people)
  if (list.length === 0) return null
  return (
    <section aria-label="Demo logins" className="grid gap-2 border-line border-t pt-4">
      <h2 className="text-sm text-text-2">Demo logins</h2>
      {note ? <p className="text-sm text-text-2">{note}</p> : null}
      {list.map(({ key, name, account, email, password }) => (
        <Button
          key={key}
          isBlock
          disabled={login.isBusy.value}
          onClick={() => void login.login(email, password)}
        >
          {account ? `${name}, ${account}` : name}
        </Button>
      ))}
    </section>
  )
}
