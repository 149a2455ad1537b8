/** The first run: makes the first member of staff with the token of the address that the server printed, and logs in. */

import { type FormEvent, useEffect, useId, useState } from 'react'
import type { StaffMember } from '#marketplace/admin/admin-session.ts'
import { BRAND } from '#marketplace/kit/brand.ts'
import { errorText } from '#marketplace/kit/error-text.ts'
import type { AppLogin } from '#marketplace/kit/login/app-login.ts'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import { ApiError } from '#shared/api/api-error.ts'
import { adminCheckSetup, adminSetup } from '#shared/contract/admin.ts'
import { PASSWORD_MIN_LENGTH } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'

interface SetupScreenProps {
  token: string
  login: AppLogin<StaffMember>
  onDone: () => void
}

const FIELDS = [
  { name: 'name', label: 'Your name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'new-password' },
] as const

export function SetupScreen({ token, login, onDone }: SetupScreenProps) {
  const over = useOver({ token, login })
  if (over.isAsking)
    return (
      <p role="status" className="sr-only">
        Loading
      </p>
    )
  return (
    <main className="mx-auto grid max-w-90 gap-4 px-4 py-16">
      <ViewHeading name={`Set up ${BRAND}`} className="font-semibold text-2xl tracking-tight" />
      {over.words === null ? (
        <SetupForm token={token} login={login} onDone={onDone} />
      ) : (
        <>
          <Alert>{over.words}</Alert>
          <Button className="justify-self-start" onClick={onDone}>
            Log in
          </Button>
        </>
      )}
    </main>
  )
}

/** The reason why the link no longer works. If the server does not answer, the form is shown, and its error gives the reason. */
function useOver({ token, login }: Pick<SetupScreenProps, 'token' | 'login'>) {
  const [over, setOver] = useState<{ isAsking: boolean; words: string | null }>({
    isAsking: true,
    words: null,
  })
  useEffect(() => {
    login.api(adminCheckSetup, { body: { token } }).then(
      () => setOver({ isAsking: false, words: null }),
      (error: unknown) => {
        setOver({ isAsking: false, words: isOver(error) ? errorText(error) : null })
      },
    )
  }, [login, token])
  return over
}

const isOver = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.problem.code === 'setup_over'

function SetupForm({ token, login, onDone }: SetupScreenProps) {
  const id = useId()
  const { isBusy, errorMessage, run } = useAction()
  const typed = useTypedInput()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const [name, email, password] = FIELDS.map((field) => String(given.get(field.name))) as [
      string,
      string,
      string,
    ]
    await run(async () => {
      await login.api(adminSetup, { body: { token, name, email, password } })
      await login.login(email, password)
      onDone()
    })
  }
  return (
    <>
      <p className="text-sm text-text-2">
        Create the first staff login. You can add more people later. The password needs at least{' '}
        {PASSWORD_MIN_LENGTH} characters.
      </p>
      <form
        ref={typed}
        onSubmit={(event) => void submit(event)}
        className="grid gap-3"
        aria-describedby={errorMessage ? `${id}-trouble` : undefined}
      >
        {FIELDS.map(({ label, ...input }) => (
          <label key={input.name} className="grid gap-1 font-medium text-sm">
            {label}
            <input {...input} required className="field-box" />
          </label>
        ))}
        <FormProblem id={`${id}-trouble`} message={errorMessage} />
        <Button type="submit" variant="primary" size="lg" isBusy={isBusy}>
          Create login
        </Button>
      </form>
    </>
  )
}
