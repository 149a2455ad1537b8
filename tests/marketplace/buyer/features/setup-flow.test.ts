import { describe, expect, test } from 'vitest'
import {
  isOpenPage,
  next,
  OFF,
  type SetupEvent,
  type SetupState,
} from '#marketplace/buyer/features/setup/setup-flow.ts'

const off = OFF
const checking: SetupState = { at: 'checking' }
const unanswered: SetupState = { at: 'unanswered' }
const settled: SetupState = { at: 'settled' }
const phone: SetupState = { at: 'phone', hasBox: false }
const phoneWithBox: SetupState = { at: 'phone', hasBox: true }
const selector: SetupState = { at: 'buybox-selector' }
const location: SetupState = { at: 'location-selector' }
const entity: SetupState = { at: 'entity-selector' }
const savedSmart: SetupState = { at: 'saved', by: 'smart' }
const savedManual: SetupState = { at: 'saved', by: 'manual' }

const STATES = {
  off,
  checking,
  unanswered,
  settled,
  phone,
  phoneWithBox,
  selector,
  location,
  entity,
  savedSmart,
  savedManual,
}

const EVENTS = {
  check: { type: 'check' },
  'answered: all there': { type: 'answered', phone: 'fine', hasBox: true },
  'answered: no box': { type: 'answered', phone: 'fine', hasBox: false },
  'answered: phone unconfirmed': { type: 'answered', phone: 'unconfirmed', hasBox: true },
  'answered: phone unconfirmed, no box': { type: 'answered', phone: 'unconfirmed', hasBox: false },
  'answered: phone put off, no box': { type: 'answered', phone: 'later', hasBox: false },
  failed: { type: 'failed' },
  'phone-confirmed': { type: 'phone-confirmed' },
  'phone-later': { type: 'phone-later' },
  smart: { type: 'smart' },
  manual: { type: 'manual' },
  back: { type: 'back' },
  saved: { type: 'saved' },
  'finished-elsewhere': { type: 'finished-elsewhere' },
  dismissed: { type: 'dismissed' },
  'logged-out': { type: 'logged-out' },
} satisfies Record<string, SetupEvent>

/** Every edge of the machine; whatever is not listed leads nowhere. */
const EDGES: Record<keyof typeof STATES, Partial<Record<keyof typeof EVENTS, SetupState>>> = {
  off: { check: checking },
  checking: {
    'answered: all there': settled,
    'answered: no box': selector,
    'answered: phone unconfirmed': phoneWithBox,
    'answered: phone unconfirmed, no box': phone,
    'answered: phone put off, no box': selector,
    failed: unanswered,
    'finished-elsewhere': settled,
  },
  unanswered: { check: checking },
  settled: { check: checking },
  phone: { 'phone-confirmed': selector, 'phone-later': selector, 'finished-elsewhere': phoneWithBox },
  phoneWithBox: {
    'phone-confirmed': settled,
    'phone-later': settled,
    'finished-elsewhere': phoneWithBox,
  },
  selector: { smart: entity, manual: location, 'finished-elsewhere': settled },
  location: { smart: entity, back: selector, saved: savedManual, 'finished-elsewhere': settled },
  entity: { manual: location, back: selector, saved: savedSmart, 'finished-elsewhere': settled },
  savedSmart: { check: checking, dismissed: settled },
  savedManual: { check: checking, dismissed: settled },
}

const names = Object.keys(STATES) as (keyof typeof STATES)[]
const events = Object.keys(EVENTS) as (keyof typeof EVENTS)[]

describe.each(names)('in the state %s', (name) => {
  test.each(events)('the event "%s" leads where the table says', (event) => {
    const wanted = event === 'logged-out' ? OFF : (EDGES[name][event] ?? STATES[name])
    expect(next(STATES[name], EVENTS[event])).toEqual(wanted)
  })
})

test.each([
  ['/user/unsubscribe', true],
  ['/user/unsubscribe/token', true],
  ['/accessibility', true],
  ['/imprint', true],
  ['/privacy-policy', true],
  ['/help', true],
  ['/Terms-of-Service/', true],
  ['/reset-password/abc', true],
  ['/', false],
  ['/profile/buy-box', false],
  ['/privacy-policy-of-old', false],
])('on %s nobody is stopped: %s', (path, isOpen) => {
  expect(isOpenPage(path)).toBe(isOpen)
})
