/** The company behind an account that has no conversation yet: asked for when a page wants to write to it. */
import { batch, signal } from '@preact/signals-core'
import { isRefusal } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { getContact } from '#shared/contract/messenger.ts'
import type { Log } from '#shared/lib/log.ts'
import { failureOf } from '#shared/thread/failure.ts'
import type { Conversation, FirstContact, Load } from '#shared/thread/model.ts'
import { toConversation } from '#shared/thread/translate.ts'

export interface FirstContactDeps {
  readonly api: Api
  readonly customerId: number
  readonly log: Log
  /** The company is known and takes first messages. */
  onFound(accountId: number): void
}

export interface OpenFirstContact extends FirstContact {
  /** Does nothing if this account is the last one asked for. */
  ask(accountId: number): void
  /** Only if it is this account that is asked for; without one, whichever it is. */
  cancel(accountId?: number): void
}

export function createFirstContact(deps: FirstContactDeps): OpenFirstContact {
  const company = signal<Conversation | null | undefined>(null)
  const load = signal<Load>({ phase: 'idle' })
  let wanted: number | null = null

  async function find(accountId: number): Promise<void> {
    load.value = { phase: 'loading' }
    try {
      const found = await read(accountId)
      if (wanted !== accountId) return
      batch(() => {
        company.value = found
        load.value = { phase: 'ready' }
        if (found) deps.onFound(accountId)
      })
    } catch (error) {
      const failure = failureOf(error)
      if (wanted !== accountId) return
      // An answer: who may not see the company cannot write to it. Too many requests say nothing of it.
      const isAnswer = isRefusal(failure) && failure.status !== TOO_MANY_REQUESTS
      if (!isAnswer) deps.log.warn('The company could not be loaded', failure.kind)
      batch(() => {
        if (isAnswer) company.value = null
        load.value = isAnswer ? { phase: 'ready' } : { phase: 'failed', failure }
      })
    }
  }

  /** Null if it takes no first messages. */
  async function read(account: number): Promise<Conversation | null> {
    const { data } = await deps.api(getContact, { params: { customer: deps.customerId, account } })
    if (!data) return null
    const note = [data.answers, data.hours].filter(Boolean).join(' ')
    return { ...toConversation({ id: 0, account: data.account }), note }
  }

  return {
    company,
    load,
    ask(accountId) {
      if (wanted === accountId) return
      wanted = accountId
      company.value = undefined
      void find(accountId)
    },
    async reload() {
      if (wanted !== null && load.peek().phase === 'failed') await find(wanted)
    },
    cancel(accountId = wanted ?? 0) {
      if (wanted !== accountId || company.peek() !== undefined) return
      wanted = null
      batch(() => {
        company.value = null
        load.value = { phase: 'idle' }
      })
    },
  }
}

const TOO_MANY_REQUESTS = 429
