/** The phone of the member who is logged in: entered, and confirmed with the code that is texted to it. */
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useEffect, useState } from 'react'
import { type FormErrors, focusWrong, sayError } from '#marketplace/kit/attempt.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import { sellerConfirmPhone, sellerPhone, sellerSendPhoneCode } from '#shared/contract/seller-phone.ts'
import { formatPhone } from '#shared/rules/phone.ts'
import { Button } from '#shared/ui/button.tsx'
import { CheckRow } from './check-row.tsx'
import { PHONE_LABELS } from './start-labels.ts'

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
        <Button size="sm" ref={isOpen === false ? focusNow : undefined} onClick={() => setOpen(true)}>
          {phone === null ? PHONE_LABELS.add : PHONE_LABELS.change}
        </Button>
      )}
    </CheckRow>
  )
}

/** What has taken the place of the pressed button. */
const focusNow = (element: HTMLElement | null) => element?.focus()

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
  const { isBusy, during } = useBusy()
  const isSent = sentTo === phone
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSaid(null)
    try {
      await during(isSent ? onConfirm(phone, code) : onSend(phone))
      if (isSent) onDone()
      else setSentTo(phone)
    } catch (error) {
      setSaid(sayError(error))
      focusWrong()
    }
  }
  return (
    <form
      ref={typed}
      noValidate
      aria-label={PHONE_LABELS.title}
      onSubmit={(event) => void submit(event)}
      className="grid basis-full gap-3 pb-1"
    >
      <Field
        ref={focusNow}
        label={PHONE_LABELS.number}
        type="tel"
        autoComplete="tel"
        help={PHONE_LABELS.seen}
        value={phone}
        error={said?.fields.phone ?? null}
        onChange={({ currentTarget }) => setPhone(currentTarget.value)}
      />
      <p role="status" className="text-sm text-text-2 empty:sr-only">
        {isSent ? PHONE_LABELS.sent : null}
      </p>
      {isSent ? (
        <Field
          ref={focusNow}
          label={PHONE_LABELS.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={said?.fields.code ?? null}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      ) : null}
      <FormProblem message={said?.message} />
      <Button type="submit" isBusy={isBusy} className="justify-self-start">
        {isSent ? PHONE_LABELS.confirm : PHONE_LABELS.send}
      </Button>
    </form>
  )
}
