/** Asks for the code of the default phone, before target markets are asked for; may be put off. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { Phone, User } from '#marketplace/buyer/platform/user.ts'
import { CodeInput, ResendCode } from '#marketplace/buyer/ui/code-input.tsx'
import { FieldError } from '#marketplace/kit/ui/field.tsx'
import { formatPhone } from '#shared/rules/phone.ts'
import { Button } from '#shared/ui/button.tsx'
import { createPhonePrompt } from './phone-prompt-model.ts'
import { SetupFrame } from './setup-frame.tsx'
import type { SetupModel } from './setup-model.ts'

export interface PhoneDialogProps {
  setup: SetupModel
  user: User
  /** The phone is all that is left to set up. */
  hasBox: boolean
}

export function PhoneDialog({ setup, user, hasBox }: PhoneDialogProps) {
  const phone = user.phones.find((one) => one.isDefault)
  const isGone = phone === undefined || phone.isConfirmed
  // Confirmed or removed meanwhile, e.g. in the profile of another tab.
  useEffect(() => {
    if (isGone) setup.act({ type: 'phone-confirmed' })
  }, [isGone, setup])
  if (isGone) return null
  return <PhonePromptDialog key={phone.id} setup={setup} customerId={user.id} phone={phone} hasBox={hasBox} />
}

interface PromptProps {
  setup: SetupModel
  customerId: number
  phone: Phone
  hasBox: boolean
}

function PhonePromptDialog({ setup, customerId, phone, hasBox }: PromptProps) {
  useSignals()
  const services = useServices()
  const field = useRef<HTMLInputElement>(null)
  const [prompt] = useState(() =>
    createPhonePrompt({
      ...services,
      customerId,
      phone,
      onConfirmed: (phones) => {
        services.user.adoptPhones(phones)
        setup.act({ type: 'phone-confirmed' })
      },
    }),
  )
  useEffect(() => () => prompt.dispose(), [prompt])
  const later = () => setup.act({ type: 'phone-later' })
  const isSent = prompt.isSent.value
  const hasError = prompt.error.value !== null
  useEffect(() => {
    if (isSent || hasError) field.current?.focus()
  }, [isSent, hasError])

  return (
    <SetupFrame title="Confirm your phone" onClose={later}>
      {hasBox ? null : <p className="num mb-2 text-sm text-text-3">Step 1 of 2. Your buy box comes next.</p>}
      <p className="text-text-2">
        {isSent
          ? 'We texted a code to '
          : 'We text you a code to make sure that deals and offers reach you at '}
        <b className="num font-semibold text-text">{formatPhone(phone.number)}</b>.
      </p>
      {isSent ? (
        <form
          className="mt-4 grid gap-3.5"
          onSubmit={(event) => {
            event.preventDefault()
            void prompt.confirm(prompt.code.peek())
          }}
        >
          <CodeInput
            ref={field}
            label="Code"
            value={prompt.code.value}
            onChange={prompt.type}
            onComplete={(code) => void prompt.confirm(code)}
            error={prompt.error.value}
            isBusy={prompt.isChecking.value}
          />
          <ResendCode
            secondsLeft={prompt.secondsLeft.value}
            isBusy={prompt.isSending.value}
            onResend={() => void prompt.send()}
          />
          <Button type="submit" variant="primary" size="lg" isBlock isBusy={prompt.isChecking.value}>
            Confirm phone
          </Button>
        </form>
      ) : (
        <>
          <Button
            variant="primary"
            size="lg"
            isBlock
            className="mt-5"
            isBusy={prompt.isSending.value}
            onClick={() => void prompt.send()}
          >
            Text me a code
          </Button>
          <FieldError>{prompt.error.value}</FieldError>
        </>
      )}
      <div className="mt-3.5 grid justify-items-center">
        <button type="button" className="text-link cursor-pointer pointer-coarse:min-h-11" onClick={later}>
          Later
        </button>
      </div>
    </SetupFrame>
  )
}
