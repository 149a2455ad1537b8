/** The code that was texted to a phone, and another one when it did not come. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { Phone } from '#marketplace/buyer/platform/user.ts'
import { CodeInput, ResendCode } from '#marketplace/buyer/ui/code-input.tsx'
import { confirmPhone, sendPhoneCode } from '#shared/contract/phones.ts'
import { formatPhone } from '#shared/rules/phone.ts'
import { Button } from '#shared/ui/button.tsx'
import { createCodeModel } from './code-model.ts'

export interface ConfirmPhoneProps {
  phone: Phone
  customer: number
  /** The phone was just added: its code is on the way. */
  isSent: boolean
  onConfirmed: () => void
  onClose: () => void
}

export function ConfirmPhone({ phone, customer, isSent, onConfirmed, onClose }: ConfirmPhoneProps) {
  useSignals()
  const { api, clock, user } = useServices()
  const params = { customer, phone: phone.id }
  const [model] = useState(() =>
    createCodeModel({
      clock,
      send: () => api(sendPhoneCode, { params }),
      check: async (code) => user.adoptPhones((await api(confirmPhone, { params, body: { code } })).data),
    }),
  )
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isSent) model.wasSent()
    else void model.resend()
    input.current?.focus()
    return () => model.dispose()
  }, [model, isSent])

  async function check(code: string) {
    if (await model.check(code)) onConfirmed()
    else input.current?.focus()
  }

  return (
    <div className="grid w-full gap-3 pt-1 pb-2">
      <CodeInput
        ref={input}
        label={`Code texted to ${formatPhone(phone.number)}`}
        value={model.code.value}
        onChange={model.type}
        onComplete={(code) => void check(code)}
        error={model.error.value}
        isBusy={model.isBusy.value}
      />
      <div className="flex flex-wrap items-center gap-3">
        <ResendCode
          secondsLeft={model.secondsLeft.value}
          isBusy={model.isSending.value}
          onResend={() => void model.resend()}
        />
        <Button variant="ghost" size="sm" className="pointer-coarse:h-11" onClick={onClose}>
          Later
        </Button>
      </div>
    </div>
  )
}
