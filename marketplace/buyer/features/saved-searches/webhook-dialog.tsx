/** The webhook of a saved search: its address and secret, a call to try it, and how the last calls went (checklist NOT-11). */
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useEffect, useState } from 'react'
import { failureWords } from '#marketplace/buyer/platform/failure-words.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { LoadingRows, Note } from '#marketplace/buyer/ui/partition-parts.tsx'
import { toast } from '#marketplace/buyer/ui/toast.ts'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import type { Failure } from '#shared/api/api-error.ts'
import type { SavedSearchWire } from '#shared/contract/saved-searches.ts'
import { WEBHOOK_URL_MAX } from '#shared/contract/search-limits.ts'
import type { SearchWebhookWire } from '#shared/contract/search-webhooks.ts'
import { Button } from '#shared/ui/button.tsx'
import { problemWords } from './problem-words.ts'
import { WebhookCalls } from './webhook-calls.tsx'
import { createWebhookModel, type WebhookModel } from './webhook-model.ts'
import { WebhookSecret } from './webhook-secret.tsx'

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
  const [isBusy, setBusy] = useState(false)
  const isKept = webhook !== null && webhook.url === url.trim() && !webhook.paused_at

  async function run(call: () => Promise<Failure | null>, done?: string) {
    if (isBusy) return
    setBusy(true)
    const failure = await call()
    setBusy(false)
    setError(failure ? problemWords(failure) : null)
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
          label="Address"
          type="url"
          autoComplete="off"
          placeholder="https://example.com/deals"
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
