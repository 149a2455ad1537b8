/** Without a link that works: the address a link is mailed to, so that nobody unsubscribes somebody else. */

import { useSignals } from '@preact/signals-react/runtime'
import type { FormEvent } from 'react'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import { Button } from '#shared/ui/button.tsx'
import type { UnsubscribeModel } from './unsubscribe-model.ts'

export function ByEmail({ model, isBadLink }: { model: UnsubscribeModel; isBadLink: boolean }) {
  useSignals()
  const typedForm = useTypedInput()
  async function submit(event: FormEvent) {
    event.preventDefault()
    const form = event.currentTarget
    await model.mailLink()
    if (model.emailProblem.peek() !== null) form.querySelector('input')?.focus()
  }
  return (
    <form ref={typedForm} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {isBadLink ? <Alert className="text-base text-text">This link no longer works.</Alert> : null}
      <p className="text-base text-text-2">
        We’ll email you a link that stops these emails with one click. If companies imported your address, it
        shows what they keep, and you can erase it.
      </p>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        value={model.email.value}
        error={model.emailProblem.value}
        onChange={(event) => {
          model.email.value = event.currentTarget.value
        }}
      />
      <Button type="submit" variant="primary" size="lg" isBlock isBusy={model.isBusy.value}>
        Email me a link
      </Button>
      <FormProblem message={model.problem.value} />
    </form>
  )
}

export function LinkMailed({ model }: { model: UnsubscribeModel }) {
  useSignals()
  return (
    <p role="status" className="text-base text-text-2">
      If this site knows <b className="break-words font-medium text-text">{model.email.value.trim()}</b>, a
      link is on its way.
    </p>
  )
}
