/** Asks for the login again in a dialog over the page: what was typed stays, and the refused call continues. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useRef } from 'react'
import type { AppLogin } from '#marketplace/kit/login/app-login.ts'
import { StepForm } from '#marketplace/kit/two-step/step-form.tsx'
import { Button } from '#shared/ui/button.tsx'
import { LoginForm } from './login-form.tsx'

export function SessionEnded({ login, email }: { login: AppLogin<unknown>; email: string }) {
  useSignals()
  const step = login.step.value
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const shown = dialog.current
    if (!shown?.open) shown?.showModal()
    // The email is known.
    shown?.querySelector<HTMLInputElement>('[name=password]')?.focus()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // Without a login there is nothing to return to.
      onCancel={(event) => event.preventDefault()}
      className="m-auto w-110 max-w-[calc(100vw-24px)] rounded-lg bg-overlay text-text shadow-modal backdrop:bg-(--scrim)"
    >
      <h2 id={id} className="border-line border-b px-5 py-4 font-semibold text-md">
        Log in again
      </h2>
      <div className="grid gap-4 px-5 py-4">
        {step ? <StepForm model={step} action="Log in" /> : <LoginForm login={login} email={email} />}
        <Button variant="ghost" onClick={() => void login.logout()}>
          Leave this page
        </Button>
      </div>
    </dialog>
  )
}
