/** Stop mails, with the link of a mail or without, logged in or not. Opening the page changes nothing. */

import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useState } from 'react'
import { answered } from '#marketplace/buyer/platform/ask.ts'
import type { PageProps } from '#marketplace/buyer/platform/route.ts'
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { EntryPage, EntryTitle } from '#marketplace/buyer/ui/entry-page.tsx'
import { AWAITED, PageFailed, PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { showSubscription, unsubscribe } from '#shared/contract/subscriptions.ts'
import { ByEmail, LinkMailed } from './by-email.tsx'
import { Choice, OwnMails } from './choice.tsx'
import { Contact, Erased } from './contact.tsx'
import { Onward } from './onward.tsx'
import { createUnsubscribeModel, type UnsubscribeModel } from './unsubscribe-model.ts'

export default function UnsubscribePage({ params }: PageProps) {
  useSignals()
  const services = useServices()
  const token = params.token ?? null
  const isKnown = services.user.state.value.phase !== 'unknown'
  const [model] = useState(() => modelOf(services, token))
  useEffect(() => {
    if (isKnown || token !== null) void model.start()
  }, [model, isKnown, token])
  const step = model.step.value
  switch (step.kind) {
    case 'checking':
      return <PagePending label="Checking the link" />
    case 'unreachable':
      return (
        <PageFailed
          title="Unsubscribe"
          awaited={`Nothing has changed. ${AWAITED}`}
          isBare
          onRetry={() => void model.start()}
        >
          {BRAND} cannot be reached. Nothing has changed.
        </PageFailed>
      )
    case 'choice': {
      const { imports, email, is_subscribed } = step.subscription
      return imports ? (
        <Frame title={CONTACT_TITLE}>
          <Contact model={model} email={email} isStopped={!is_subscribed} imports={imports} />
        </Frame>
      ) : (
        <Frame>
          <Choice model={model} subscription={step.subscription} />
        </Frame>
      )
    }
    case 'erased':
      return (
        <Frame title={CONTACT_TITLE}>
          <Erased />
        </Frame>
      )
    case 'own':
      return (
        <Frame>
          <OwnMails model={model} isStopped={step.isStopped} />
        </Frame>
      )
    case 'email':
      return (
        <Frame>
          <ByEmail model={model} isBadLink={step.isBadLink} />
        </Frame>
      )
    case 'mailed':
      return (
        <Frame>
          <LinkMailed model={model} />
        </Frame>
      )
  }
}

const CONTACT_TITLE = 'What companies keep about you'

/** Somebody with an account reads which mails still come. */
function Frame({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <EntryPage>
      <div className="grid gap-4 py-8">
        <EntryTitle>{title ?? 'Unsubscribe'}</EntryTitle>
        {children}
        {title === undefined ? (
          <p className="border-line border-t pt-4 text-sm text-text-3">
            You still get emails about your offers, your money and the security of your account.
          </p>
        ) : null}
        <Onward />
      </div>
    </EntryPage>
  )
}

function modelOf({ entryApi: api, user, log }: Services, token: string | null): UnsubscribeModel {
  return createUnsubscribeModel({
    token,
    isLoggedIn: () => user.state.peek().phase === 'user',
    show: (token) => answered(async () => (await api(showSubscription, { body: { token } })).data, log),
    change: (body) => answered(() => api(unsubscribe, { body }), log),
    mail: (email) => answered(() => api(unsubscribe, { body: { email } }), log),
  })
}
