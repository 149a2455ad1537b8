/** A company with double opt-in asks somebody that it imported: confirm by channel, or decline. Opening the page changes nothing. */

import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { PageProps } from '#marketplace/buyer/platform/route.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { EntryPage, EntryTitle } from '#marketplace/buyer/ui/entry-page.tsx'
import { AWAITED, PageFailed, PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { createResource, isLasting } from '#marketplace/kit/resource.ts'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import {
  answerConfirmation,
  CONSENT_CHANNELS,
  type ConfirmationWire,
  type ConsentChannel,
  showConfirmation,
} from '#shared/contract/subscriptions.ts'
import { formatPhone } from '#shared/rules/phone.ts'
import { Button } from '#shared/ui/button.tsx'
import { Onward } from './onward.tsx'

const TITLE = 'Emails and texts from a company'

export default function ConfirmPage({ params }: PageProps) {
  useSignals()
  const { api } = useServices()
  const { token = '' } = params
  const [question] = useState(() =>
    createResource(async () => (await api(showConfirmation, { body: { token } })).data),
  )
  useEffect(() => void question.load(), [question])
  const state = question.state.value
  const answer = (channels: ConsentChannel[]) =>
    question.write(async () => (await api(answerConfirmation, { body: { token, channels } })).data)
  if (state.phase === 'loading') return <PagePending label="Checking the link" />
  if (state.phase === 'failed' && !isLasting(state.failure))
    return (
      <PageFailed
        title={TITLE}
        awaited={`Nothing has changed. ${AWAITED}`}
        isBare
        onRetry={() => void question.load()}
      >
        {BRAND} cannot be reached. Nothing has changed.
      </PageFailed>
    )
  return (
    <EntryPage>
      <div className="grid gap-4 py-8">
        <EntryTitle>{TITLE}</EntryTitle>
        {state.phase === 'failed' ? (
          <Alert className="text-base text-text-2">
            This link no longer works. You will get nothing from this company through it.
          </Alert>
        ) : (
          <Question question={state.value} answer={answer} />
        )}
        <Onward />
      </div>
    </EntryPage>
  )
}

interface QuestionProps {
  question: ConfirmationWire
  answer: (channels: ConsentChannel[]) => Promise<unknown>
}

function Question({ question: { company, phone, waiting, confirmed }, answer }: QuestionProps) {
  const asked = CONSENT_CHANNELS.filter((channel) => waiting[channel] || confirmed.includes(channel))
  const [chosen, setChosen] = useState<readonly ConsentChannel[]>(asked)
  const { isBusy, errorMessage, run } = useAction()
  const name = <b className="break-words font-medium text-text">{company}</b>
  const isOpen = CONSENT_CHANNELS.some((channel) => waiting[channel])
  const label = (channel: ConsentChannel) =>
    channel === 'email' ? 'Emails' : `Texts to ${formatPhone(phone ?? '')}`
  return (
    <>
      <p role="status" className="text-base text-text-2">
        {isOpen ? (
          <>{name} says that you agreed to hear about its deals. Nothing comes before you confirm it.</>
        ) : confirmed.length > 0 ? (
          <>
            {name} may send you: {confirmed.map((channel) => label(channel).toLowerCase()).join(', ')}.
          </>
        ) : (
          <>{name} sends you nothing, and cannot ask again.</>
        )}
      </p>
      {isOpen ? (
        <>
          {asked.map((channel) => (
            <label key={channel} className="flex min-h-11 items-start gap-2 text-base">
              <input
                type="checkbox"
                className="mt-1 size-4 accent-accent"
                checked={chosen.includes(channel)}
                onChange={({ target }) =>
                  setChosen(asked.filter((one) => (one === channel ? target.checked : chosen.includes(one))))
                }
              />
              <span>
                {label(channel)}
                <Said said={waiting[channel]} />
              </span>
            </label>
          ))}
          <Button
            variant="primary"
            size="lg"
            isBlock
            isBusy={isBusy}
            disabled={chosen.length === 0}
            onClick={() => void run(() => answer([...chosen]))}
          >
            Confirm
          </Button>
        </>
      ) : null}
      {isOpen || confirmed.length > 0 ? (
        <Button size="lg" isBlock disabled={isBusy} onClick={() => void run(() => answer([]))}>
          {isOpen ? 'Decline' : 'Stop all of them'}
        </Button>
      ) : null}
      <FormProblem message={errorMessage} />
    </>
  )
}

function Said({ said }: { said: ConfirmationWire['waiting']['email'] }) {
  if (!said) return null
  return (
    <span className="block text-sm text-text-2">
      {dayWords(said.at)}: {said.how}
    </span>
  )
}
