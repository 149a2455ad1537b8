/** One press to stop the mails the link is about, a second one for all marketing, and a way back from each. */
import { useSignals } from '@preact/signals-react/runtime'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import type { MailType, SubscriptionWire } from '#shared/contract/subscriptions.ts'
import { Button } from '#shared/ui/button.tsx'
import type { UnsubscribeModel } from './unsubscribe-model.ts'

const KINDS: Record<MailType, string> = {
  deals_digest: 'deal digests',
  blast: 'deal announcements from sellers',
  buy_box_matches: 'new matches in your buy box',
  saved_searches: 'news of your saved searches',
  price_drops: 'price drops of deals you saved',
  deal_status: 'news of deals you saved',
  messages: 'emails about unread messages',
  reminders: 'reminders',
  reviews: 'emails about reviews',
}

export function Choice({ model, subscription }: { model: UnsubscribeModel; subscription: SubscriptionWire }) {
  useSignals()
  const { email, type, is_subscribed, is_subscribed_to_any } = subscription
  const kind = type ? KINDS[type] : 'marketing emails'
  const scope = type ? 'type' : 'all'
  return (
    <>
      <p className="text-base text-text-2">
        {is_subscribed ? 'This email was one of our ' : 'You get no more '}
        <b className="font-medium text-text">{kind}</b>
        {is_subscribed ? ', sent to ' : ' at '}
        <b className="break-words font-medium text-text">{email}</b>.
      </p>
      {is_subscribed ? (
        <Button
          variant="primary"
          size="lg"
          isBlock
          isBusy={model.isBusy.value}
          onClick={() => void model.set(scope, false)}
        >
          Stop {kind}
        </Button>
      ) : null}
      {type && is_subscribed_to_any ? (
        <Button size="lg" isBlock disabled={model.isBusy.value} onClick={() => void model.set('all', false)}>
          Stop all marketing emails
        </Button>
      ) : null}
      <Done model={model} kind={kind} />
      {!is_subscribed && model.done.value === null ? (
        <Undo model={model} label={`Get ${kind} again`} scope={scope} />
      ) : null}
    </>
  )
}

export function OwnMails({ model, isStopped }: { model: UnsubscribeModel; isStopped: boolean }) {
  useSignals()
  return (
    <>
      <p className="text-base text-text-2">
        {isStopped
          ? 'You get no more marketing emails.'
          : 'Stop digests, announcements, matches and reminders at once.'}
      </p>
      {isStopped ? null : (
        <Button
          variant="primary"
          size="lg"
          isBlock
          isBusy={model.isBusy.value}
          onClick={() => void model.set('all', false)}
        >
          Stop all marketing emails
        </Button>
      )}
      <Done model={model} kind="marketing emails" />
    </>
  )
}

function Done({ model, kind }: { model: UnsubscribeModel; kind: string }) {
  useSignals()
  const done = model.done.value
  return (
    <>
      <p role="status" className="text-base text-text empty:sr-only">
        {done === null ? null : doneWords(done, kind)}
      </p>
      {done !== null && !done.isSubscribed ? <Undo model={model} label="Undo" scope={done.scope} /> : null}
      <FormProblem message={model.problem.value} />
    </>
  )
}

function Undo({ model, label, scope }: { model: UnsubscribeModel; label: string; scope: 'type' | 'all' }) {
  useSignals()
  return (
    <Button
      className="justify-self-start"
      isBusy={model.isBusy.value}
      onClick={() => void model.set(scope, true)}
    >
      {label}
    </Button>
  )
}

function doneWords(
  { scope, isSubscribed }: { scope: 'type' | 'all'; isSubscribed: boolean },
  kind: string,
): string {
  const what = scope === 'all' ? 'all marketing emails' : kind
  return isSubscribed ? `Done: you get ${what} again.` : `Done: ${what} are stopped.`
}
