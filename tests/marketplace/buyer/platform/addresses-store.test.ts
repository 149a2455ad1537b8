import { signal } from '@preact/signals-core'
import { afterEach, expect, it } from 'vitest'
import { createAddressesStore } from '#marketplace/buyer/platform/create-addresses-store.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import {
  ADDRESS_REQUEST_REPEATED,
  ADDRESS_REQUEST_SUBMITTED,
  type AddressRequestWire,
  listAddressRequests,
  sendInquiry,
} from '#shared/contract/inquiries.ts'
import * as eg from '#tests/support/eg.ts'
import { type Answer, createFakeApi, keyOf, refused } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'
import { createFakeRealtime, liveOver } from '#tests/support/fake-realtime.ts'

const ADDRESS = '412 Live Oak St, Waco, TX 76701'
const QUOTA = { limit: 5, left: 4, resets_at: '2025-06-11T15:00:00.000Z' }
const settled = () => new Promise((resolve) => setImmediate(resolve))
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const request = (given: Partial<AddressRequestWire> = {}) => ({
  id: 1,
  property_id: 3,
  type: 'address_request' as const,
  state: 'pending' as const,
  ...given,
})
const granted = { data: [request({ state: 'granted', address: ADDRESS })], quota: QUOTA }
const event = { id: 1, type: 'address_request', property_id: 3, account_id: 2, customer_id: 7 }

function setUp(...data: ReturnType<typeof request>[]) {
  const live = createFakeRealtime()
  const state = signal<UserState>({ phase: 'user', user: eg.user({ id: 7 }) })
  const server = createFakeApi()
  server.on(listAddressRequests, { data, quota: QUOTA })
  const store = createAddressesStore({
    api: server.api,
    user: { state },
    live: liveOver(live),
    clock: createFakeClock(),
    log: { warn() {}, error() {} },
  })
  ends.push(store.dispose)
  return { store, live, state, server }
}

it('what was asked and granted before is there after login, with what is left of the day', async () => {
  const { store } = setUp(
    request({ state: 'granted', address: ADDRESS }),
    request({ id: 2, type: 'inquiry', property_id: 4 }),
  )
  await settled()
  expect([...store.requests.value.keys()]).toEqual([3])
  expect(store.quota.value).toEqual(QUOTA)
})

it.each<[string, Answer<typeof sendInquiry>, object]>([
  ['the words for submitted', { message: ADDRESS_REQUEST_SUBMITTED }, { kind: 'submitted' }],
  ['an address', { message: ADDRESS }, { kind: 'address', address: ADDRESS }],
  ['words about a limit, with status 200', { message: 'Daily limit of 5 reached' }, { kind: 'limit' }],
  ['nothing, with status 200', { message: '' }, { kind: 'limit' }],
  ['422, asked before', refused(422, ADDRESS_REQUEST_REPEATED), { kind: 'already' }],
  ['422 for something else', refused(422, 'The given data was invalid.'), { kind: 'warning' }],
  [
    '429',
    refused(429, 'Too many.', { retryAfterMs: 3_600_000 }),
    { kind: 'limit', resetsAt: '2025-06-10T16:00:00.000Z' },
  ],
  ['500', refused(500, 'Oops.'), { kind: 'warning' }],
  ['no answer', { kind: 'timeout' }, { kind: 'warning', failure: { kind: 'timeout' } }],
])('asking that is answered by %s', async (_, answer, outcome) => {
  const { store, server } = setUp()
  await settled()
  server.on(sendInquiry, answer)
  expect(await store.askForAddress(3)).toMatchObject(outcome)
})

it('an answer that grants at once is known everywhere, and lowers the quota', async () => {
  const { store, server } = setUp()
  await settled()
  const data = request({ state: 'granted', address: ADDRESS, latitude: 31.5 })
  server.on(sendInquiry, { message: ADDRESS, data, quota: { ...QUOTA, left: 3 } })
  await store.askForAddress(3)
  expect(store.requests.value.get(3)).toMatchObject({ address: ADDRESS, latitude: 31.5 })
  expect(store.quota.value?.left).toBe(3)
})

it('a grant that comes live flips what was pending, a refusal brings its reason', async () => {
  const { store, live } = setUp(request())
  await settled()
  live.subscribe()
  await settled()
  expect(live.channel).toBe('App.Models.Customer.7')
  live.send('InquiryUpdated', {
    ...event,
    state: 'granted',
    address: ADDRESS,
    latitude: 31.5,
    longitude: -97.1,
  })
  expect(store.requests.value.get(3)).toMatchObject({ state: 'granted', address: ADDRESS, longitude: -97.1 })
  live.send('InquiryUpdated', { ...event, state: 'declined', reason: 'Sold soon' })
  expect(store.requests.value.get(3)).toMatchObject({ state: 'declined', reason: 'Sold soon', address: null })
})

it('keeps a live grant that arrives while the list loads', async () => {
  const { store, live, server } = setUp(request())
  await settled()
  live.subscribe()
  await settled()
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.on(listAddressRequests, () => waiting.then(() => ({ data: [request()], quota: QUOTA })), granted)
  const loading = store.load()
  await settled()
  live.send('InquiryUpdated', { ...event, state: 'granted', address: ADDRESS })
  answer()
  await loading
  expect(store.requests.value.get(3)).toMatchObject({ state: 'granted', address: ADDRESS })
})

it('what was missed while the connection was down is asked for when it stands', async () => {
  const { store, live, server } = setUp(request())
  await settled()
  server.on(listAddressRequests, granted)
  live.subscribe()
  await settled()
  expect(store.requests.value.get(3)?.state).toBe('granted')
})

it('after a log out nothing of the former customer is left', async () => {
  const { store, state, live } = setUp(request({ state: 'granted', address: ADDRESS }))
  await settled()
  live.subscribe()
  state.value = { phase: 'visitor' }
  live.send('InquiryUpdated', { ...event, state: 'granted', address: ADDRESS })
  expect([store.requests.value.size, store.quota.value]).toEqual([0, null])
})

it('a question without an answer goes out again under its key, and the next one under another', async () => {
  const { store, server } = setUp()
  await settled()
  server.on(sendInquiry, { kind: 'timeout' })
  expect(await store.askQuestion(3, 'Is the title clear?')).toEqual({ kind: 'timeout' })
  server.on(sendInquiry, { message: 'Sent' })
  await Promise.all([
    store.askQuestion(3, 'Is the title clear?'),
    store.askQuestion(3, 'Is the title clear?'),
  ])
  await store.askQuestion(3, 'Is the title clear?')
  const [first, again, twice, next] = server.of(sendInquiry).map(keyOf)
  expect(first).toMatch(/^[\w-]{1,64}$/)
  expect([again, twice]).toEqual([first, first])
  expect(next).toMatch(/^[\w-]{1,64}$/)
  expect(next).not.toBe(first)
})
