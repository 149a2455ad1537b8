/** A thin banner for who has not confirmed their e-mail: another mail, or the code of the last one in place. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useState } from 'react'
import { answered } from '#marketplace/buyer/platform/ask.ts'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Banner } from '#marketplace/buyer/ui/banner.tsx'
import { CodeInput } from '#marketplace/buyer/ui/code-input.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { confirmEmail, sendConfirmationEmail } from '#shared/contract/profile.ts'
import { Button } from '#shared/ui/button.tsx'
import { focusOnce } from '#shared/ui/focus-once.ts'
import { type ConfirmModel, createConfirmModel } from './confirm-model.ts'

export default function ConfirmBanner(): ReactNode {
  return (
    <Banner>
      <ConfirmEmail />
    </Banner>
  )
}

/** The same without the strip, for a dialog. */
export function ConfirmEmail(): ReactNode {
  useSignals()
  const services = useServices()
  const [model] = useState(() => confirmModelOf(services))
  const [isTyping, setTyping] = useState(false)
  useEffect(() => () => model.dispose(), [model])
  const state = services.user.state.value
  const email = state.phase === 'user' ? state.user.email : null
  return (
    <>
      <span>
        Confirm your email to message sellers, ask about deals and make offers. We sent a link to{' '}
        <b className="break-words font-medium">{email}</b>.
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <Resend model={model} />
        {isTyping ? null : (
          <Button size="sm" onClick={() => setTyping(true)}>
            Enter the code
          </Button>
        )}
        <span role="status">{model.notice.value}</span>
      </span>
      {isTyping ? <CodeForm model={model} /> : null}
    </>
  )
}

function Resend({ model }: { model: ConfirmModel }) {
  useSignals()
  const seconds = model.resendSeconds.value
  return (
    <Button size="sm" disabled={seconds > 0} isBusy={model.isBusy.value} onClick={() => void model.resend()}>
      Send again
      {seconds > 0 ? (
        <>
          {' '}
          in <span className="num">{seconds} s</span>
        </>
      ) : null}
    </Button>
  )
}

function CodeForm({ model }: { model: ConfirmModel }) {
  useSignals()
  return (
    <div className="w-full max-w-78">
      <CodeInput
        label="Code from the email"
        ref={focusOnce}
        value={model.code.value}
        onChange={(code) => {
          model.code.value = code
        }}
        onComplete={() => void model.confirm()}
        isBusy={model.isBusy.value}
        error={model.codeProblem.value}
      />
    </div>
  )
}

function confirmModelOf({ api, user, log, clock }: Services): ConfirmModel {
  return createConfirmModel({
    clock,
    send: () => answered(() => api(sendConfirmationEmail, {}), log),
    check: (code) =>
      answered(async () => {
        const { data } = await api(confirmEmail, { body: { code } })
        user.adopt(data)
        toast('Email confirmed')
      }, log),
  })
}
