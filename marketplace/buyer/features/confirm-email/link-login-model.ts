/** Logs in with the token of an e-mailed link, and what may come of it (spec section 4, Login; checklist AUTH-20 to 23). */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { Entered } from '#marketplace/buyer/platform/entrance.ts'

export type LinkLoginState =
  | 'checking'
  /** Somebody else is logged in here; nothing has happened yet. */
  | 'asks'
  /** Expired, used or wrong: the login-failed flag of the spec. */
  | 'failed'
  /** The server did not answer; the token is kept for another try. */
  | 'unreachable'
  | 'done'

export interface LinkLogin {
  readonly state: ReadonlySignal<LinkLoginState>
  readonly isLoginFailed: ReadonlySignal<boolean>
  /** Begins, or tries again. */
  start(): Promise<void>
  /** The person wants to be who the link is for. */
  switchUser(): Promise<void>
  /** Stays as it is; the notice goes. */
  dismiss(): void
}

export interface LinkLoginDeps {
  token: string
  byLink: (token: string, options?: { isSwitch?: boolean }) => Promise<Entered>
  /** The link worked; runs once. */
  confirmed: () => void
}

/** The server's word for a browser in which another customer is logged in. */
const OTHER_CUSTOMER = 'other_customer'

export function createLinkLogin({ token, byLink, confirmed }: LinkLoginDeps): LinkLogin {
  const state = signal<LinkLoginState>('checking')

  async function knock(isSwitch: boolean) {
    state.value = 'checking'
    const entered = await byLink(token, { isSwitch })
    state.value = outcome(entered)
    if (entered.kind === 'welcome') confirmed()
  }

  return {
    state,
    isLoginFailed: computed(() => state.value === 'failed'),
    start: () => knock(false),
    switchUser: () => knock(true),
    dismiss() {
      state.value = 'done'
    },
  }
}

function outcome(entered: Entered): LinkLoginState {
  switch (entered.kind) {
    case 'welcome':
      return 'done'
    case 'unreachable':
    case 'throttled':
    case 'captcha':
      return 'unreachable'
    case 'refused':
      return entered.code === OTHER_CUSTOMER ? 'asks' : 'failed'
  }
}
