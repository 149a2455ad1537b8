/**
 * What this customer asked about hidden addresses. Answers and live events change one map, so that page, list, map and chat
 * flip together; pages of the server are the truth after every (re)connection (checklist FAV-20…28).
 */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import type * as z from 'zod/mini'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { customerChannel, inquiryUpdated } from '#shared/contract/events.ts'
import {
  type AddressRequestWire,
  getAddressRequest,
  listAddressRequests,
  type QuotaWire,
  REQUEST_STATES,
  sendInquiry,
} from '#shared/contract/inquiries.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import type { Realtime } from '#shared/realtime/realtime.ts'
import { readInquiryAnswer } from '#shared/rules/deals/address-answer.ts'
import type { AddressesStore, AskOutcome } from './addresses-store.ts'
import type { UserState } from './user-store.ts'

export interface AddressesStoreDeps {
  api: Api
  user: { readonly state: ReadonlySignal<UserState> }
  /** The socket that is shared; closed by whoever made it. */
  connect: () => Promise<{ realtime: Realtime; prefix: string }>
  clock: Clock
  log: Log
}

type Requests = ReadonlyMap<number, AddressRequestWire>

export function createAddressesStore(deps: AddressesStoreDeps): AddressesStore & { dispose(): void } {
  const { api, clock, log } = deps
  const owner = computed(() =>
    deps.user.state.value.phase === 'user' ? deps.user.state.value.user.id : null,
  )
  const requests = signal<Requests>(new Map())
  const quota = signal<QuotaWire | null>(null)
  let loading: { of: number; done: Promise<void> } | null = null

  function put(request: AddressRequestWire) {
    if (request.type !== 'address_request') return
    requests.value = new Map(requests.peek()).set(request.property_id, request)
  }

  async function read(mine: number): Promise<void> {
    try {
      const reply = await api(listAddressRequests, {})
      if (owner.peek() !== mine) return
      const asked = reply.data.filter(({ type }) => type === 'address_request')
      requests.value = new Map(asked.map((request) => [request.property_id, request]))
      quota.value = reply.quota
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      log.warn('Address requests could not be loaded', error.failure.kind)
    }
  }

  /** One at a time; a call meanwhile waits for the same answer. */
  function refresh(): Promise<void> {
    const mine = owner.peek()
    if (mine === null) return Promise.resolve()
    if (loading?.of === mine) return loading.done
    const done = read(mine).finally(() => {
      if (loading?.done === done) loading = null
    })
    loading = { of: mine, done }
    return done
  }

  async function check(propertyId: number): Promise<void> {
    const mine = owner.peek()
    if (mine === null) return
    try {
      const query = { property_id: propertyId, type: 'address_request' as const }
      const reply = await api(getAddressRequest, { query })
      if (owner.peek() !== mine) return
      quota.value = reply.quota
      if (reply.data) put(reply.data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      log.warn('The address request could not be looked up', error.failure.kind)
    }
  }

  async function askForAddress(propertyId: number, message?: string): Promise<AskOutcome> {
    const mine = owner.peek()
    const body = {
      property_id: propertyId,
      type: 'address_request' as const,
      ...(message ? { message } : {}),
    }
    try {
      const reply = await api(sendInquiry, { body })
      // Somebody else has logged in meanwhile.
      if (owner.peek() !== mine) return { kind: 'warning', failure: null }
      if (reply.quota) quota.value = reply.quota
      const outcome = outcomeOf(readInquiryAnswer(200, reply), quota.peek()?.resets_at ?? null)
      if (reply.data && (outcome.kind === 'address' || outcome.kind === 'submitted')) put(reply.data)
      return outcome
    } catch (error) {
      return failed(error)
    }
  }

  function failed(error: unknown): AskOutcome {
    if (!(error instanceof ApiError)) throw error
    const { failure } = error
    if (failure.kind !== 'refused') {
      // It may have worked all the same.
      void refresh()
      return { kind: 'warning', failure }
    }
    const wait = failure.retryAfterMs
    const resetsAt = wait === null ? null : new Date(clock.now() + wait).toISOString()
    const outcome = outcomeOf(readInquiryAnswer(failure.status, failure.problem), resetsAt)
    if (outcome.kind === 'already' || outcome.kind === 'limit') void refresh()
    return outcome.kind === 'warning' ? { kind: 'warning', failure } : outcome
  }

  async function askQuestion(propertyId: number, message: string): Promise<true | Failure> {
    try {
      await api(sendInquiry, { body: { property_id: propertyId, type: 'inquiry', message } })
      return true
    } catch (error) {
      if (error instanceof ApiError) return error.failure
      throw error
    }
  }

  const end = effect(() => {
    const mine = owner.value
    requests.value = new Map()
    quota.value = null
    if (mine === null) return
    queueMicrotask(() => void refresh())
    return follow(mine, deps, { onSubscribed: () => void refresh(), onUpdate })
  })

  function onUpdate(update: Update) {
    const known = requests.peek().get(update.property_id)
    if (update.type !== 'address_request') return
    const state = REQUEST_STATES.find((one) => one === update.state) ?? null
    put({ ...(known ?? unknownRequest(update, clock.now())), ...whatChanged(update), state })
    if (!known) void refresh()
  }

  return { requests, quota, load: refresh, check, askForAddress, askQuestion, dispose: end }
}

type Update = z.output<typeof inquiryUpdated.payload>

const whatChanged = ({ reason, address, latitude, longitude }: Update) => ({
  reason: reason ?? null,
  address: address ?? null,
  latitude: latitude ?? null,
  longitude: longitude ?? null,
})

/** Asked in another tab or on another device a moment ago. */
const unknownRequest = (update: Update, nowMs: number): AddressRequestWire => ({
  id: update.id,
  property_id: update.property_id,
  account_id: update.account_id,
  type: 'address_request',
  state: null,
  message: null,
  requested_at: new Date(nowMs).toISOString(),
  decided_at: null,
  reason: null,
  address: null,
  latitude: null,
  longitude: null,
})

type Answer = ReturnType<typeof readInquiryAnswer>

function outcomeOf(answer: Answer, resetsAt: string | null): AskOutcome {
  switch (answer.kind) {
    case 'submitted':
    case 'already':
      return { kind: answer.kind }
    case 'address':
      return { kind: 'address', address: answer.address }
    case 'limit':
      return { kind: 'limit', resetsAt }
    case 'warning':
      return { kind: 'warning', failure: null }
  }
}

interface Handlers {
  onSubscribed: () => void
  onUpdate: (update: Update) => void
}

/** Returns what ends it. */
function follow(userId: number, { connect, log }: AddressesStoreDeps, handlers: Handlers): () => void {
  let isEnded = false
  let leave = () => {}
  connect().then(
    ({ realtime, prefix }) => {
      if (isEnded) return
      const channel = realtime.join(customerChannel(prefix, userId), {
        onSubscribed: handlers.onSubscribed,
        onRefused: (reason) => log.warn('Address requests cannot be followed live', reason),
      })
      channel.listen(inquiryUpdated, (update) => {
        if (!isEnded) handlers.onUpdate(update)
      })
      leave = () => channel.leave()
    },
    (error: unknown) =>
      log.warn('Address requests cannot be followed live', error instanceof Error ? error.name : undefined),
  )
  return () => {
    isEnded = true
    leave()
  }
}
