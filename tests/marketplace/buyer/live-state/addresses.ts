/** Hidden addresses as stores under test: what was asked and granted, and the list of it in the profile. */
import { effect } from '@preact/signals-core'
import { createRequestList } from '#marketplace/buyer/features/requests/request-list.ts'
import { createAddressesStore } from '#marketplace/buyer/platform/create-addresses-store.ts'
import { inquiryUpdated } from '#shared/contract/events.ts'
import {
  type AddressRequestWire,
  getAddressRequest,
  listAddressRequests,
  REQUEST_STATES,
  sendInquiry,
} from '#shared/contract/inquiries.ts'
import { type LiveWorld, refused } from './live-world.ts'
import type { OpenStore } from './play.ts'

const LIMIT = 10
const AT = '2026-11-20T12:00:00Z'

const request = (
  property_id: number,
  state: AddressRequestWire['state'] = 'pending',
): AddressRequestWire => ({
  id: 100 + property_id,
  property_id,
  account_id: 8,
  type: 'address_request',
  state,
  message: null,
  requested_at: AT,
  decided_at: null,
  reason: null,
  latitude: null,
  longitude: null,
  address: state === 'granted' ? `${property_id} Oak St` : null,
})

function serveRequests(world: LiveWorld) {
  const requests = world.personal(() => new Map([[1, request(1)]]))
  const quota = (who: number) => ({ limit: LIMIT, resets_at: AT, left: LIMIT - requests(who).size })
  const put = (next: AddressRequestWire, who = world.who()) => {
    requests(who).set(next.property_id, next)
    world.send(inquiryUpdated, { ...next, customer_id: who }, `.${who}`)
  }
  world.serve(listAddressRequests, (_, who) => ({ data: [...requests(who).values()], quota: quota(who) }))
  world.serve(getAddressRequest, ({ query }, who) => ({
    data: requests(who).get(Number(query?.property_id)) ?? null,
    quota: quota(who),
  }))
  world.serve(sendInquiry, ({ body }, who) => {
    if (requests(who).has(body.property_id)) throw refused(409)
    const next = request(body.property_id)
    put(next, who)
    return { message: 'Your request has been submitted.', data: next, quota: quota(who) }
  })
  const store = createAddressesStore({ ...world, user: { state: world.user } })
  return {
    requests,
    store,
    changes: [
      (which: number) => put(request(1 + (which % 3), REQUEST_STATES[which % REQUEST_STATES.length])),
      (which: number) => put(request(1 + (which % 3), 'granted')),
    ],
    acts: [
      (which: number) => store.askForAddress(1 + (which % 3)),
      (which: number) => store.check(1 + (which % 3)),
      () => store.load(),
    ],
  }
}

const short = (requests: Iterable<AddressRequestWire>) =>
  [...requests].map(({ property_id, state, address }) => `${property_id} ${state} ${address ?? ''}`).sort()

export const addressesStore: OpenStore = (world) => {
  const { requests, store, changes, acts } = serveRequests(world)
  return {
    changes,
    acts,
    shown: () => ({ requests: short(store.requests.value.values()), left: store.quota.value?.left }),
    truth: () => ({ requests: short(requests().values()), left: LIMIT - requests().size }),
    dispose: store.dispose,
  }
}

export const requestList: OpenStore = (world) => {
  const { requests, store, changes, acts } = serveRequests(world)
  const list = createRequestList(world.api, world.clock)
  const end = effect(() => void list.load(store.requests.value))
  return {
    changes,
    acts,
    shown: () => (list.state.value.phase === 'ready' ? short(list.state.value.value.rows) : list.state.value),
    truth: () => short(requests().values()),
    dispose() {
      end()
      store.dispose()
    },
  }
}
