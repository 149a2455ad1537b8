/** The fields of a second step, on the login page and in "Confirm it's you". */
import { useSignals } from '@preact/signals-react/runtime'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Field, type FieldProps } from '#marketplace/kit/ui/field.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Button } from '#shared/ui/button.tsx'
import type { StepField, StepModel } from './step-model.ts'

const FIELDS: Readonly<Record<StepField, Pick<FieldProps, 'label'> & Partial<FieldProps>>> = {
  code: {
    label: 'Code from your authenticator app',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    maxLength: 6,
    help: '6 digits',
  },
  recovery_code: { label: 'Recovery code', autoComplete: 'off', help: 'Each recovery code works once.' },
  password: { label: 'Password', type: 'password', autoComplete: 'current-password' },
}

export function StepForm({ model, action }: { model: StepModel; action: string }) {
  useSignals()
  const [text, setText] = useState('')
  const field = model.field.value
  const isBusy = model.isBusy.value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void model.answer(text)
  }
  const show = (next: StepField) => {
    setText('')
    model.show(next)
  }
  return (
    <div className="grid gap-4">
      {model.hasPasskeys ? (
        <>
          <Button variant="primary" size="lg" isBusy={isBusy} onClick={() => void model.answerWithPasskey()}>
            <KeyRound size={16} strokeWidth={1.75} aria-hidden="true" /> Use a passkey
          </Button>
          <p className="text-center text-sm text-text-3">or</p>
        </>
      ) : null}
      <form onSubmit={submit} className="grid gap-3">
        <Field
          key={field}
          {...FIELDS[field]}
          error={model.error.value}
          required
          value={text}
          onChange={({ target: { value } }) => setText(value)}
        />
        <Button type="submit" variant={model.hasPasskeys ? 'secondary' : 'primary'} size="lg" isBusy={isBusy}>
          {action}
        </Button>
      </form>
      <FormProblem message={model.problem.value} />
      {field === 'code' ? (
        <Button variant="ghost" size="sm" onClick={() => show('recovery_code')}>
          Lost your device? Use a recovery code
        </Button>
      ) : null}
      {field === 'recovery_code' ? (
        <Button variant="ghost" size="sm" onClick={() => show('code')}>
          Use a code from your app
        </Button>
      ) : null}
    </div>
  )
}
