import { signal } from '@preact/signals-core'
import { describe, expect, it } from 'vitest'
import { addressState, createAsking } from '#marketplace/buyer/features/requests/address-model.ts'
import {
  addressParts,
  againWords,
  limitWords,
  quotaWords,
} from '#marketplace/buyer/features/requests/labels.ts'
import type { AskOutcome } from '#marketplace/buyer/platform/addresses-store.ts'
import type { AddressRequestWire } from '#shared/contract/inquiries.ts'
import { refused } from '#tests/support/fake-api.ts'

const ADDRESS = '412 Live Oak St, Waco, TX 76701'
const QUOTA = { limit: 5, left: 3, resets_at: '2025-06-11T15:00:00.000Z' }
const nothing = { address: null, request: null, quota: QUOTA, isSending: false, outcome: null }
const request = (given: Partial<AddressRequestWire> = {}): AddressRequestWire => ({
  id: 1,
  property_id: 3,
  account_id: 2,
  type: 'address_request',
  state: 'pending',
  message: null,
  requested_at: '2025-06-10T15:00:00.000Z',
  decided_at: null,
  reason: null,
  address: null,
  latitude: null,
  longitude: null,
  ...given,
})
const granted = request({ state: 'granted', address: ADDRESS })

describe('the address block', () => {
  it.each<[string, Partial<Parameters<typeof addressState>[0]>, object]>([
    ['nothing asked yet: says what is left', {}, { kind: 'idle', quota: QUOTA }],
    ['while it is sent', { isSending: true }, { kind: 'sending' }],
    ['asked earlier', { request: request() }, { kind: 'submitted', at: '2025-06-10T15:00:00.000Z' }],
    ['just submitted', { outcome: { kind: 'submitted' } }, { kind: 'submitted', at: null }],
    ['granted', { request: granted }, { kind: 'shown', address: ADDRESS }],
    [
      'granted live, after it was submitted here',
      { request: granted, outcome: { kind: 'submitted' } },
      { kind: 'shown' },
    ],
    [
      'granted at once',
      { outcome: { kind: 'address', address: ADDRESS } },
      { kind: 'shown', address: ADDRESS },
    ],
    ['known to the page', { address: ADDRESS }, { kind: 'shown', address: ADDRESS }],
    [
      'declined',
      { request: request({ state: 'declined', reason: 'Sold' }) },
      { kind: 'declined', reason: 'Sold' },
    ],
    [
      'asked twice',
      { request: request(), outcome: { kind: 'already' } },
      { kind: 'already', at: '2025-06-10T15:00:00.000Z' },
    ],
    ['the day is used up', { quota: { ...QUOTA, left: 0 } }, { kind: 'limit', resetsAt: QUOTA.resets_at }],
    [
      'told so by an old server',
      { outcome: { kind: 'limit', resetsAt: null } },
      { kind: 'limit', resetsAt: QUOTA.resets_at },
    ],
    [
      'something failed',
      { outcome: { kind: 'warning', failure: null } },
      { kind: 'warning', errors: { fields: {}, message: 'We couldn’t send your request. Try again.' } },
    ],
    [
      'the words to the seller were refused',
      {
        outcome: {
          kind: 'warning',
          failure: refused(422, 'Invalid.', { errors: { message: ['Too long.'] } }),
        },
      },
      { kind: 'warning', errors: { fields: { message: 'Too long.' }, message: null } },
    ],
  ])('%s', (_, given, state) => {
    expect(addressState({ ...nothing, ...given })).toMatchObject(state)
  })

  it('asks once, however often it is pressed', async () => {
    let answer = (_outcome: AskOutcome) => {}
    const asked: number[] = []
    const asking = createAsking(
      {
        askForAddress(id) {
          asked.push(id)
          return new Promise((resolve) => {
            answer = resolve
          })
        },
      },
      3,
    )
    const sending = signal(asking.ask(''))
    void asking.ask('')
    expect([asked, asking.isSending.value]).toEqual([[3], true])
    answer({ kind: 'submitted' })
    await sending.value
    expect([asking.isSending.value, asking.outcome.value]).toEqual([false, { kind: 'submitted' }])
  })
})

describe('its words', () => {
  const nowMs = Date.parse('2025-06-10T15:00:00.000Z')

  it('say what is left and when there is more', () => {
    expect(quotaWords(QUOTA)).toBe('3 of 5 address requests left today')
    expect(againWords(new Date(nowMs + 60_000).toISOString(), nowMs)).toMatch(/^at \d+:\d\d [AP]M$/)
    expect(againWords(new Date(nowMs + 24 * 3_600_000).toISOString(), nowMs)).toMatch(/^tomorrow at /)
    expect(limitWords(null, nowMs)).toBe('You have used all your address requests for today.')
  })

  it('take an address apart', () => {
    expect(addressParts(ADDRESS)).toEqual({ street: '412 Live Oak St', place: 'Waco, TX 76701' })
    expect(addressParts('19 acres off FM 1486')).toEqual({ street: '19 acres off FM 1486', place: '' })
  })
})
