/**
 * What this customer asked about hidden addresses. Answers and live events change one map, so that page, list, map and chat
 * flip together; pages of the server are the truth after every (re)connection (checklist FAV-20…28).
 */
import { computed, effect, type ReadonlySignal } from '@preact/signals-core'
import type * as z from 'zod/mini'
import type { Live } from '#marketplace/kit/live.ts'
import { createOwnedResource } from '#marketplace/kit/resource.ts'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { createKeyedCall } from '#shared/api/keyed-call.ts'
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
import { readInquiryAnswer } from '#shared/rules/deals/address-answer.ts'
import type { AddressesStore, AskOutcome } from './addresses-store.ts'
import type { UserState } from './user-store.ts'

export interface AddressesStoreDeps {
  api: Api
  user: { readonly state: ReadonlySignal<UserState> }
  live: Live
  clock: Clock
  log: Log
}

interface Known {
  /** By property id. */
  readonly requests: ReadonlyMap<number, AddressRequestWire>
  readonly quota: QuotaWire | null
}
const NOTHING: Known = { requests: new Map(), quota: null }

export function createAddressesStore(deps: AddressesStoreDeps): AddressesStore & { dispose(): void } {
  const { api, clock, live, log } = deps
  const keyed = createKeyedCall()
  const owner = computed(() =>
    deps.user.state.value.phase === 'user' ? deps.user.state.value.user.id : null,
  )
  const list = createOwnedResource(
    owner,
    async (): Promise<Known> => {
      const { data, quota } = await api(listAddressRequests, {})
      return { requests: new Map(data.filter(isForAddress).map((one) => [one.property_id, one])), quota }
    },
    clock,
  )
  const known = computed(() => (list.state.value.phase === 'ready' ? list.state.value.value : NOTHING))
  const requests = computed(() => known.value.requests)
  const quota = computed(() => known.value.quota)

  async function check(propertyId: number): Promise<void> {
    if (owner.peek() === null) return
    try {
      const query = { property_id: propertyId, type: 'address_request' as const }
      // An event or a press meanwhile is newer than its answer.
      await list.merge(() => api(getAddressRequest, { query }), withAnswer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      log.warn('An address request was not loaded', error.failure.kind)
    }
  }

  async function askForAddress(propertyId: number, message?: string): Promise<AskOutcome> {
    const mine = owner.peek()
    const body = {
      property_id: propertyId,
      type: 'address_request' as const,
      ...(message ? { message } : {}),
    }
    let outcome: AskOutcome = { kind: 'warning', failure: null }
    try {
      await list.write(async () => {
        const reply = await keyed(body, (options) => api(sendInquiry, { body }, options))
        const resetsAt = (reply.quota ?? quota.peek())?.resets_at ?? null
        // Another person may have logged in meanwhile.
        if (owner.peek() === mine) outcome = outcomeOf(readInquiryAnswer(200, reply), resetsAt)
        const isAsked = outcome.kind === 'address' || outcome.kind === 'submitted'
        return withAnswer(known.peek(), { data: isAsked ? reply.data : null, quota: reply.quota })
      })
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
      void list.load()
      return { kind: 'warning', failure }
    }
    const wait = failure.retryAfterMs
    const resetsAt = wait === null ? null : new Date(clock.now() + wait).toISOString()
    const outcome = outcomeOf(readInquiryAnswer(failure.status, failure.problem), resetsAt)
    if (outcome.kind === 'already' || outcome.kind === 'limit') void list.load()
    return outcome.kind === 'warning' ? { kind: 'warning', failure } : outcome
  }

  async function askQuestion(propertyId: number, message: string): Promise<true | Failure> {
    try {
      const body = { property_id: propertyId, type: 'inquiry' as const, message }
      await keyed(body, (options) => api(sendInquiry, { body }, options))
      return true
    } catch (error) {
      if (error instanceof ApiError) return error.failure
      throw error
    }
  }

  const listen = (id: number) =>
    live.follow({
      what: 'Address requests',
      channel: (prefix) => customerChannel(prefix, id),
      onSubscribed: () => void list.load(),
      listen: (channel) => channel.listen(inquiryUpdated, onUpdate),
    })
  function onUpdate(update: Update) {
    if (update.type !== 'address_request') return
    const request = updated(requests.peek().get(update.property_id), update, clock.now())
    list.put(withAnswer(known.peek(), { data: request }))
    // A response that arrives now may be older than the event.
    void list.load()
  }
  void list.load()
  const end = effect(() => (owner.value === null ? undefined : listen(owner.value)))

  return { requests, quota, load: list.load, check, askForAddress, askQuestion, dispose: end }
}

const isForAddress = ({ type }: AddressRequestWire) => type === 'address_request'

/** Merges one response or event into the known addresses. */
function withAnswer(
  known: Known,
  { data, quota }: { data?: AddressRequestWire | null | undefined; quota?: QuotaWire | null | undefined },
): Known {
  const isNew = data && isForAddress(data)
  return {
    requests: isNew ? new Map(known.requests).set(data.property_id, data) : known.requests,
    quota: quota ?? known.quota,
  }
}

type Update = z.output<typeof inquiryUpdated.payload>

const updated = (
  known: AddressRequestWire | undefined,
  update: Update,
  nowMs: number,
): AddressRequestWire => ({
  ...(known ?? unknownRequest(update, nowMs)),
  state: REQUEST_STATES.find((one) => one === update.state) ?? null,
  reason: update.reason ?? null,
  address: update.address ?? null,
  latitude: update.latitude ?? null,
  longitude: update.longitude ?? null,
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
