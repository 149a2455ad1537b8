/** What became of an e-mailed link: nothing to see when it works, else a banner, or a question before somebody is replaced. */

import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useState } from 'react'
import { answered } from '#marketplace/buyer/platform/ask.ts'
import { createEntrance } from '#marketplace/buyer/platform/entrance.ts'
import { refusalWords } from '#marketplace/buyer/platform/entry-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Banner } from '#marketplace/buyer/ui/banner.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import type { Api } from '#shared/api/client.ts'
import { sendConfirmationEmail } from '#shared/contract/profile.ts'
import type { Log } from '#shared/lib/log.ts'
import { Button } from '#shared/ui/button.tsx'
import { createLinkLogin, type LinkLogin } from './link-login-model.ts'

export default function LinkLoginNotice({ token }: { token: string }): ReactNode {
  useSignals()
  const services = useServices()
  const { user } = services
  const [model] = useState(() =>
    createLinkLogin({
      token,
      byLink: createEntrance(services).byLink,
      confirmed: () => toast('Email confirmed'),
    }),
  )
  useEffect(() => {
    void model.start().then(() => {
      // Nobody was logged in by the link, so it is still to be asked who is here.
      if (user.state.peek().phase === 'unknown') void user.load()
    })
  }, [model, user])
  switch (model.state.value) {
    case 'checking':
    case 'done':
      return null
    case 'asks':
      return <SwitchQuestion model={model} />
    case 'failed':
      return <ExpiredLink onDismiss={model.dismiss} />
    case 'unreachable':
      return (
        <Banner isFloating onDismiss={model.dismiss}>
          The link could not be checked: {BRAND} cannot be reached.{' '}
          <Button size="sm" onClick={() => void model.start()}>
            Try again
          </Button>
        </Banner>
      )
  }
}

function SwitchQuestion({ model }: { model: LinkLogin }) {
  useSignals()
  const { user } = useServices()
  const state = user.state.value
  const name = state.phase === 'user' ? (state.user.email ?? state.user.name) : 'somebody else'
  return (
    <ConfirmDialog
      title="Switch accounts?"
      confirmLabel="Switch accounts"
      cancelLabel="Stay logged in"
      onConfirm={() => void model.switchUser()}
      onCancel={model.dismiss}
    >
      <p className="text-base">
        You are logged in as <b className="break-words font-medium">{name}</b>. The link you followed belongs
        to another account.
      </p>
    </ConfirmDialog>
  )
}

/** Who is logged in gets a new mail; a visitor logs in first, e.g. by a code. */
function ExpiredLink({ onDismiss }: { onDismiss: () => void }) {
  useSignals()
  const services = useServices()
  const [answer, setAnswer] = useState<string | null>(null)
  const { isBusy, during } = useBusy()
  const state = services.user.state.value

  async function sendNew() {
    if (state.phase !== 'user') {
      void services.loginPrompt.open({ reason: 'Enter your email, then ask for a code by email.' })
      return
    }
    setAnswer(await during(sendConfirmation(services, state.user.email)))
  }

  const isDone = state.phase === 'user' && state.user.isEmailConfirmed
  return (
    <Banner isFloating onDismiss={onDismiss}>
      <span role="alert">This link has expired.</span>{' '}
      {answer !== null ? <span role="status">{answer}</span> : null}
      {isDone ? 'Your email is confirmed already.' : null}
      {answer === null && !isDone ? (
        <Button size="sm" isBusy={isBusy} onClick={() => void sendNew()}>
          Send me a new one
        </Button>
      ) : null}
    </Banner>
  )
}

/** Mails the confirmation link and code again. What happened, in words for the person. */
async function sendConfirmation({ api, log }: { api: Api; log: Log }, email: string | null): Promise<string> {
  const sent = await answered(() => api(sendConfirmationEmail, {}), log)
  if (sent.kind === 'done') return `A new link is on its way to ${email ?? 'you'}.`
  return refusalWords(sent) ?? 'Too many emails. Try again later.'
}
