/**
 * Setting up a buyer, as one state machine (spec sections 2 and 4): the phone prompt, the three blocking modals, what follows
 * them. Pure: it knows no clock, no network and no page.
 */

export type SetupState =
  /** Nobody is logged in. */
  | { readonly at: 'off' }
  | { readonly at: 'checking' }
  /** The check failed; nobody is stopped by that, and it is tried again. */
  | { readonly at: 'unanswered' }
  /** Asks for the code of the default phone; may be put off. */
  | { readonly at: 'phone'; readonly hasBox: boolean }
  | { readonly at: 'buybox-selector' }
  | { readonly at: 'location-selector' }
  | { readonly at: 'entity-selector' }
  /** Says that the box is saved. */
  | { readonly at: 'saved'; readonly by: 'smart' | 'manual' }
  | { readonly at: 'settled' }

export type SetupEvent =
  /** Somebody is logged in, or what the check looks at has changed. */
  | { readonly type: 'check' }
  | {
      readonly type: 'answered'
      /** `later`: it needs confirmation, and was put off since the login. */
      readonly phone: 'fine' | 'unconfirmed' | 'later'
      /** An entity is linked or a target market is set. */
      readonly hasBox: boolean
    }
  | { readonly type: 'failed' }
  | { readonly type: 'phone-confirmed' }
  | { readonly type: 'phone-later' }
  | { readonly type: 'smart' }
  | { readonly type: 'manual' }
  | { readonly type: 'back' }
  | { readonly type: 'saved' }
  /** The same person finished in another tab. */
  | { readonly type: 'finished-elsewhere' }
  | { readonly type: 'dismissed' }
  | { readonly type: 'logged-out' }

export const OFF: SetupState = { at: 'off' }
const SETTLED: SetupState = { at: 'settled' }
const CHECKING: SetupState = { at: 'checking' }
const SELECTOR: SetupState = { at: 'buybox-selector' }
const LOCATION: SetupState = { at: 'location-selector' }
const ENTITY: SetupState = { at: 'entity-selector' }

/** The state after an event; the same state when the event means nothing there. */
export function next(state: SetupState, event: SetupEvent): SetupState {
  if (event.type === 'logged-out') return OFF
  switch (state.at) {
    case 'off':
    case 'unanswered':
    case 'settled':
      return event.type === 'check' ? CHECKING : state
    case 'checking':
      return afterCheck(state, event)
    case 'phone':
      if (event.type === 'finished-elsewhere') return { ...state, hasBox: true }
      return event.type === 'phone-confirmed' || event.type === 'phone-later' ? afterPhone(state) : state
    case 'buybox-selector':
      if (event.type === 'smart') return ENTITY
      if (event.type === 'manual') return LOCATION
      return event.type === 'finished-elsewhere' ? SETTLED : state
    case 'location-selector':
      if (event.type === 'smart') return ENTITY
      return inModal(state, event, 'manual')
    case 'entity-selector':
      if (event.type === 'manual') return LOCATION
      return inModal(state, event, 'smart')
    case 'saved':
      if (event.type === 'check') return CHECKING
      return event.type === 'dismissed' ? SETTLED : state
  }
}

function afterCheck(state: SetupState, event: SetupEvent): SetupState {
  if (event.type === 'failed') return { at: 'unanswered' }
  if (event.type === 'finished-elsewhere') return SETTLED
  if (event.type !== 'answered') return state
  if (event.phone === 'unconfirmed') return { at: 'phone', hasBox: event.hasBox }
  return afterPhone(event)
}

/** "Later" settles the phone alone: who has neither an entity nor a target market is asked for one (spec section 4). */
const afterPhone = ({ hasBox }: { hasBox: boolean }): SetupState => (hasBox ? SETTLED : SELECTOR)

function inModal(state: SetupState, event: SetupEvent, by: 'smart' | 'manual'): SetupState {
  if (event.type === 'back') return SELECTOR
  if (event.type === 'saved') return { at: 'saved', by }
  return event.type === 'finished-elsewhere' ? SETTLED : state
}

/** Pages that nobody may be kept from: whoever came to unsubscribe, to read the terms or to set a password. */
const OPEN_PAGES =
  /^\/(help|accessibility|imprint|user\/unsubscribe|privacy-policy|terms-of-service|reset-password)(\/|$)/i

export const isOpenPage = (path: string): boolean => OPEN_PAGES.test(path)
