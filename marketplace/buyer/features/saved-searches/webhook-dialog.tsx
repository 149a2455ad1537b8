/** The webhook of a saved search: its address and secret, a call to try it, and how the last calls went (checklist NOT-11). */
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failureWords } from '#marketplace/buyer/platform/failure-labels.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { LoadingRows, Mark, Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { shortMomentWords } from '#marketplace/kit/date-labels.ts'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useBusy } from '#marketplace/kit/use-action.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type { SavedSearchWire } from '#shared/contract/saved-searches.ts'
import { WEBHOOK_URL_MAX } from '#shared/contract/search-limits.ts'
import type { SearchWebhookWire, WebhookDeliveryWire } from '#shared/contract/search-webhooks.ts'
import { Button } from '#shared/ui/button.tsx'
import { problemWords } from './problem-labels.ts'
import { createWebhookModel, type WebhookModel } from './webhook-model.ts'

export interface WebhookDialogProps {
  search: SavedSearchWire
  onClose: () => void
}

/** While calls wait it is looked again. */
const AGAIN_MS = 2000

export default function WebhookDialog({ search, onClose }: WebhookDialogProps) {
  useSignals()
  const { api, clock } = useServices()
  const [model] = useState(() => createWebhookModel(api, search.id))
  useEffect(() => void model.load(), [model])
  const state = model.state.value
  const isWaiting = state.phase === 'ready' && state.webhook?.deliveries.some((one) => Boolean(one.next_at))
  useEffect(
    () => (isWaiting && state ? clock.after(AGAIN_MS, () => void model.load()) : undefined),
    [clock, model, isWaiting, state],
  )
  return (
    <Modal title={`Webhook of “${search.name}”`} onClose={onClose}>
      {state.phase === 'loading' ? <LoadingRows count={2} /> : null}
      {state.phase === 'failed' ? (
        <LoadFailed onRetry={() => void model.load()}>{failureWords(state.failure)}</LoadFailed>
      ) : null}
      {state.phase === 'ready' ? <Webhook model={model} webhook={state.webhook} /> : null}
    </Modal>
  )
}

function Webhook({ model, webhook }: { model: WebhookModel; webhook: SearchWebhookWire | null }) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { isBusy, during } = useBusy()
  const isKept = webhook !== null && webhook.url === url.trim() && !webhook.paused_at

  async function run(call: () => Promise<Failure | null>, done?: string) {
    if (isBusy) return
    const failure = await during(call())
    setError(failure ? problemWords(failure) : null)
    if (failure) input.current?.focus()
    if (!failure && done) toast(done)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void run(() => model.set(url), 'Webhook saved')
  }
  return (
    <div className="grid gap-4">
      <p className="text-sm text-text-2">
        New deals of this search are sent to your address as they are found, by POST and as JSON.
      </p>
      {webhook?.paused_reason ? <Note tone="warn">{pausedWords(webhook)}</Note> : null}
      <form noValidate className="grid gap-2" onSubmit={submit}>
        <Field
          // What is saved is no more to be asked about.
          key={webhook?.url}
          ref={input}
          label="Address"
          type="url"
          autoComplete="off"
          placeholder="e.g., https://example.com/deals"
          maxLength={WEBHOOK_URL_MAX}
          value={url}
          error={error}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant={isKept ? 'secondary' : 'primary'} isBusy={isBusy}>
            {webhook?.paused_at ? 'Save and turn on' : 'Save address'}
          </Button>
          {isKept ? <Button onClick={() => void run(model.test)}>Send a test</Button> : null}
          {webhook ? (
            <Button variant="ghost" onClick={() => void run(model.remove, 'Webhook removed')}>
              Remove
            </Button>
          ) : null}
        </div>
      </form>
      {webhook ? (
        <WebhookSecret model={model} isBusy={isBusy} onRenew={() => void run(model.renewSecret)} />
      ) : null}
      {webhook ? <WebhookCalls calls={webhook.deliveries} /> : null}
    </div>
  )
}

function pausedWords({ paused_reason, waiting }: SearchWebhookWire): string {
  const kept =
    waiting === 0
      ? ''
      : ` ${waiting === 1 ? '1 call waits' : `${waiting} calls wait`} until you turn it on again.`
  return `Paused. ${paused_reason}${kept}`
}

const STATES = {
  waiting: { tone: 'plain', label: 'Waiting' },
  delivered: { tone: 'good', label: 'Taken' },
  failed: { tone: 'bad', label: 'Given up' },
} as const

/** How the last calls of a webhook went. */
function WebhookCalls({ calls }: { calls: readonly WebhookDeliveryWire[] }) {
  return (
    <section>
      <h3 className="font-label text-sm">Last calls</h3>
      {calls.length === 0 ? <p className="mt-1 text-sm text-text-3">None yet.</p> : null}
      <ul aria-label="Last calls" className="mt-1 [&>li+li]:border-line [&>li+li]:border-t">
        {calls.map((call) => (
          <li key={call.id} className="grid gap-0.5 py-2 text-sm">
            <span className="flex flex-wrap items-center gap-2">
              <Mark tone={STATES[call.state].tone}>{STATES[call.state].label}</Mark>
              <span>{aboutWords(call)}</span>
              <time dateTime={call.created_at} className="num ml-auto text-text-3">
                {shortMomentWords(call.created_at)}
              </time>
            </span>
            <span className="num text-text-2 empty:hidden">{attemptWords(call)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function aboutWords({ property_ids: ids }: WebhookDeliveryWire): string {
  if (ids.length === 0) return 'Test'
  return ids.length === 1 ? '1 deal' : `${ids.length} deals`
}

function attemptWords({ attempts, error, next_at, state }: WebhookDeliveryWire): string {
  if (attempts === 0) return ''
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  const next = state === 'waiting' && next_at ? `Again ${shortMomentWords(next_at)}.` : ''
  return [`${times}.`, error, next].filter(Boolean).join(' ')
}

interface SecretProps {
  model: WebhookModel
  isBusy: boolean
  onRenew: () => void
}

/**
 * The secret of a webhook: shown once when it is made, and replaced by another one when it was lost or got about.
 */
function WebhookSecret({ model, isBusy, onRenew }: SecretProps) {
  useSignals()
  const secret = model.secret.value
  return (
    <section className="grid gap-1.5">
      <h3 className="font-label text-sm">Secret</h3>
      {secret === null ? (
        <div className="flex flex-wrap items-center gap-2">
          <p className="mr-auto text-sm text-text-2">
            Shown only once. Generating a new secret revokes this one immediately.
          </p>
          <Button size="sm" className="pointer-coarse:h-11" isBusy={isBusy} onClick={onRenew}>
            Generate a new secret
          </Button>
        </div>
      ) : (
        <>
          <input
            readOnly
            aria-label="Secret"
            value={secret}
            onFocus={(event) => event.target.select()}
            className="num h-10 w-full rounded-md border border-field bg-surface px-2.75 font-regular text-base"
          />
          <p role="status" className="text-sm text-text-2">
            Copy it now. It is not shown again.
          </p>
        </>
      )}
      <p className="text-text-3 text-xs">
        Each call carries Plat-Signature: t=seconds,v1=the HMAC-SHA256 of “t.body” under this secret.
      </p>
    </section>
  )
}
