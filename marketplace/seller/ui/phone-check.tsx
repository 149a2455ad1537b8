/** The phone of the member who is logged in: entered, and confirmed with the code that is texted to it. */
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useEffect, useState } from 'react'
import { type FormErrors, focusWrong, formMessage, sayError } from '#marketplace/kit/attempt.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { sellerConfirmPhone, sellerPhone, sellerSendPhoneCode } from '#shared/contract/seller-phone.ts'
import { formatPhone } from '#shared/rules/phone.ts'
import { Button } from '#shared/ui/button.tsx'
import { focusOnce } from '#shared/ui/focus-once.ts'
import { CheckRow } from './check-row.tsx'
import { NotLoaded } from './not-loaded.tsx'

/** What the row of a member’s phone says. */
const PHONE_LABELS = {
  title: 'Mobile phone',
  notLoaded: 'Your phone number could not be loaded.',
  use: 'For the text messages that you choose in your notifications',
  // Not “confirmed”: an operator may have entered it.
  saved: 'Saved',
  add: 'Add a number',
  change: 'Change',
  number: 'Number',
  seen: 'Buyers who are logged in see it on the deals that you manage.',
  sent: 'We texted a code to this number.',
  send: 'Text me a code',
  again: 'Text another code',
  sentAgain: 'We texted another code to this number.',
  code: 'Code',
  confirm: 'Confirm',
} as const

export function PhoneCheck({ store: { call } }: { store: SellerStore }) {
  useSignals()
  const [own] = useState(() => createResource(async () => (await call(sellerPhone, {})).data.phone ?? null))
  useEffect(() => {
    void own.load()
    return own.reset
  }, [own])
  /** Null until the form was opened. */
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const state = own.state.value
  if (state.phase === 'failed')
    return (
      <li className="py-2.5">
        <NotLoaded onRetry={() => void own.load()}>{PHONE_LABELS.notLoaded}</NotLoaded>
      </li>
    )
  if (state.phase !== 'ready') return null
  const phone = state.value
  const confirm = (body: { phone: string; code: string }) =>
    own.write(async () => (await call(sellerConfirmPhone, { body })).data.phone ?? null)
  return (
    <CheckRow
      title={PHONE_LABELS.title}
      text={phone === null ? PHONE_LABELS.use : formatPhone(phone)}
      state={phone === null ? '' : PHONE_LABELS.saved}
      isDone={phone !== null}
    >
      {isOpen ? (
        <PhoneForm
          onSend={(number) => call(sellerSendPhoneCode, { body: { phone: number } })}
          onConfirm={(number, code) => confirm({ phone: number, code })}
          onDone={() => setOpen(false)}
        />
      ) : (
        <Button size="sm" ref={isOpen === false ? focusOnce : undefined} onClick={() => setOpen(true)}>
          {phone === null ? PHONE_LABELS.add : PHONE_LABELS.change}
        </Button>
      )}
    </CheckRow>
  )
}

interface FormProps {
  onSend: (phone: string) => Promise<unknown>
  onConfirm: (phone: string, code: string) => Promise<unknown>
  onDone: () => void
}

function PhoneForm({ onSend, onConfirm, onDone }: FormProps) {
  const typed = useTypedInput()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [said, setSaid] = useState<FormErrors | null>(null)
  const submitting = useBusy()
  const resending = useBusy()
  const [isSecond, setSecond] = useState(false)
  const isSent = sentTo === phone
  const run = async (work: Promise<void>) => {
    setSaid(null)
    try {
      await work
    } catch (error) {
      setSaid(sayError(error))
      focusWrong()
    }
  }
  const send = async () => {
    await onSend(phone)
    setSecond(isSent)
    setSentTo(phone)
    setCode('')
  }
  const confirm = async () => {
    await onConfirm(phone, code)
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(submitting.during(isSent ? confirm() : send()))
  }
  const sentWords = isSecond ? PHONE_LABELS.sentAgain : PHONE_LABELS.sent
  return (
    <form
      ref={typed}
      noValidate
      aria-label={PHONE_LABELS.title}
      onSubmit={submit}
      className="grid basis-full gap-3 pb-1"
    >
      <Field
        ref={focusOnce}
        label={PHONE_LABELS.number}
        type="tel"
        autoComplete="tel"
        help={PHONE_LABELS.seen}
        value={phone}
        error={said?.fields.phone ?? null}
        onChange={({ currentTarget }) => setPhone(currentTarget.value)}
      />
      <p role="status" className="text-sm text-text-2 empty:sr-only">
        {isSent ? sentWords : null}
      </p>
      {isSent ? (
        <Field
          ref={focusOnce}
          label={PHONE_LABELS.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={said?.fields.code ?? null}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      ) : null}
      <FormProblem message={said && formMessage(said, isSent ? ['phone', 'code'] : ['phone'])} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={submitting.isBusy}>
          {isSent ? PHONE_LABELS.confirm : PHONE_LABELS.send}
        </Button>
        {isSent ? (
          <Button
            variant="ghost"
            isBusy={resending.isBusy}
            onClick={() => void run(resending.during(send()))}
          >
            {PHONE_LABELS.again}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
