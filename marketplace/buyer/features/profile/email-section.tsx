/** The e-mail address, and changing it with a code. */
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { CodeInput, ResendCode } from '#marketplace/buyer/ui/code-input.tsx'
import { Mark, ROW, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { focusWrong } from '#marketplace/kit/attempt.ts'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { Select } from '#marketplace/kit/ui/form-fields.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useUnsaved } from '#marketplace/kit/use-unsaved.ts'
import { formatPhone } from '#shared/rules/phone.ts'
import { Button } from '#shared/ui/button.tsx'
import { createEmailChange, type EmailChange } from './email-change-model.ts'
import { useFirstField, useFocusAfter } from './focus.ts'
import type { PartitionProps } from './partition-props.ts'

export function EmailSection({ user }: PartitionProps) {
  const [isChanging, setChanging] = useState(false)
  const button = useFocusAfter<HTMLButtonElement>(isChanging)
  return (
    <Section title="Email" note="You log in with it and get offers and codes there.">
      <div className="max-w-190 rounded-lg border border-line">
        <div className={ROW}>
          <span className="wrap-anywhere font-semibold text-md">{user.email ?? 'No email address'}</span>
          {user.isEmailConfirmed ? (
            <Mark tone="good">Confirmed</Mark>
          ) : (
            <Mark tone="warn">Not confirmed</Mark>
          )}
          {isChanging ? null : (
            <Button
              ref={button}
              size="sm"
              className="ml-auto pointer-coarse:h-11"
              onClick={() => setChanging(true)}
            >
              Change email
            </Button>
          )}
        </div>
        {isChanging ? <Change user={user} onDone={() => setChanging(false)} /> : null}
      </div>
    </Section>
  )
}

function Change({ user, onDone }: { user: User; onDone: () => void }) {
  useSignals()
  const { api, clock, user: store } = useServices()
  const [model] = useState(() => createEmailChange({ api, clock, customer: user.id, adopt: store.adopt }))
  useEffect(() => () => model.dispose(), [model])
  useUnsaved(model.isDirty)
  const phone = user.phones.find((one) => one.isDefault && one.isConfirmed)

  async function finish(code: string) {
    if (!(await model.finish(code))) return
    toast('Email changed')
    onDone()
  }
  return (
    <div className="border-line border-t px-4 py-4">
      {model.step.value === 'address' ? (
        <Address
          model={model}
          user={user}
          phone={phone ? formatPhone(phone.number) : null}
          onCancel={onDone}
        />
      ) : (
        <Code model={model} onCode={(code) => void finish(code)} onCancel={onDone} />
      )}
    </div>
  )
}

interface AddressProps {
  model: EmailChange
  user: User
  /** Where a code can be texted, as it is written; null without a confirmed default phone. */
  phone: string | null
  onCancel: () => void
}

function Address({ model, user, phone, onCancel }: AddressProps) {
  useSignals()
  const form = useRef<HTMLFormElement>(null)
  useFirstField(form)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await model.begin())) focusWrong(form.current)
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid max-w-100 gap-4">
      <Field
        label="New email"
        name="email"
        type="email"
        autoComplete="email"
        value={model.email.value}
        error={model.error.value}
        onChange={(event) => {
          model.email.value = event.currentTarget.value
        }}
      />
      <Select
        label="Send the code to"
        name="channel"
        value={model.channel.value}
        error={null}
        onChange={(value) => {
          model.channel.value = value === 'sms' ? 'sms' : 'email'
        }}
      >
        <option value="email">{user.email}</option>
        {phone === null ? null : <option value="sms">{phone}</option>}
      </Select>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" className="pointer-coarse:h-11" isBusy={model.isBusy.value}>
          Send the code
        </Button>
        <Button variant="ghost" className="pointer-coarse:h-11" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <FormProblem message={model.message.value} />
    </form>
  )
}

interface CodeProps {
  model: EmailChange
  onCode: (code: string) => void
  onCancel: () => void
}

function Code({ model, onCode, onCancel }: CodeProps) {
  useSignals()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const { code: codeModel } = model
  return (
    <div className="grid gap-3">
      <CodeInput
        ref={input}
        label={`Code to change your email to ${model.email.value.trim()}`}
        value={codeModel.code.value}
        onChange={codeModel.type}
        onComplete={onCode}
        error={codeModel.error.value}
        isBusy={codeModel.isBusy.value}
      />
      <div className="flex flex-wrap items-center gap-3">
        <ResendCode
          secondsLeft={codeModel.secondsLeft.value}
          isBusy={codeModel.isSending.value}
          onResend={() => void codeModel.resend()}
        />
        <Button variant="ghost" size="sm" className="pointer-coarse:h-11" onClick={model.back}>
          Back
        </Button>
        <Button variant="ghost" size="sm" className="pointer-coarse:h-11" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
