/** The webhook of one saved search while its dialog is open. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { type Attempt, attempt } from '#marketplace/kit/attempt.ts'
import type { Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  getSearchWebhook,
  removeSearchWebhook,
  renewSearchWebhookSecret,
  type SearchWebhookWire,
  setSearchWebhook,
  testSearchWebhook,
} from '#shared/contract/search-webhooks.ts'

export type WebhookState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure }
  | { readonly phase: 'ready'; readonly webhook: SearchWebhookWire | null }

export interface WebhookModel {
  readonly state: ReadonlySignal<WebhookState>
  /** Made while the dialog is open; the server says it this once. */
  readonly secret: ReadonlySignal<string | null>
  /** Never rejects; what is shown stays when it fails. */
  load(): Promise<void>
  /** Each answers with the failure, or null. */
  set(url: string): Promise<Failure | null>
  test(): Promise<Failure | null>
  renewSecret(): Promise<Failure | null>
  remove(): Promise<Failure | null>
}

export function createWebhookModel(api: Api, searchId: number): WebhookModel {
  const state = signal<WebhookState>({ phase: 'loading' })
  const secret = signal<string | null>(null)
  const params = { search: searchId }

  function show(answer: Attempt<{ data: SearchWebhookWire | null }>): Failure | null {
    if (answer.kind === 'failed') return answer.failure
    const webhook = answer.value.data
    state.value = { phase: 'ready', webhook }
    if (webhook === null || webhook.secret) secret.value = webhook?.secret ?? null
    return null
  }

  return {
    state,
    secret,
    async load() {
      if (state.peek().phase === 'failed') state.value = { phase: 'loading' }
      const failure = show(await attempt(api(getSearchWebhook, { params })))
      if (failure && state.peek().phase !== 'ready') state.value = { phase: 'failed', failure }
    },
    set: async (url) => show(await attempt(api(setSearchWebhook, { params, body: { url } }))),
    test: async () => show(await attempt(api(testSearchWebhook, { params }))),
    renewSecret: async () => show(await attempt(api(renewSearchWebhookSecret, { params }))),
    async remove() {
      const answer = await attempt(api(removeSearchWebhook, { params }))
      if (answer.kind === 'failed') return answer.failure
      state.value = { phase: 'ready', webhook: null }
      secret.value = null
      return null
    },
  }
}
