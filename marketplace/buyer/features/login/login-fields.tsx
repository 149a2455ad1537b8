/** The two fields of the login form. */
import { useSignals } from '@preact/signals-react/runtime'
import type { RefObject } from 'react'
import { PasswordField } from '#marketplace/buyer/ui/password-field.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import type { LoginModel } from './login-model.ts'

export interface EmailFieldProps {
  model: LoginModel
  inputRef?: RefObject<HTMLInputElement | null> | undefined
}

export function EmailField({ model, inputRef }: EmailFieldProps) {
  useSignals()
  const problem = model.problem.value
  return (
    <Field
      {...(inputRef ? { ref: inputRef } : {})}
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      value={model.email.value}
      onChange={(event) => {
        model.email.value = event.currentTarget.value
      }}
      error={problem?.field === 'email' ? problem.message : null}
    />
  )
}

/** The way to a new password takes the e-mail along. */
export function LoginPasswordField({ model }: { model: LoginModel }) {
  useSignals()
  const problem = model.problem.value
  return (
    <PasswordField
      kind="current"
      labelAction={
        <button
          type="button"
          className="cursor-pointer text-link text-sm"
          onClick={() => model.goTo('forgot')}
        >
          Forgot password?
        </button>
      }
      value={model.password.value}
      onChange={(event) => {
        model.password.value = event.currentTarget.value
      }}
      error={problem?.field === 'password' ? problem.message : null}
    />
  )
}
