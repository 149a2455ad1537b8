/**
 * The login dialog over whatever page is open: asked for by `?login=true`, by an action that needs a login, or by a session
 * that ended. It is an entry of the history, so that Back closes it. However many ask at once, one dialog opens, and all of
 * them hear how it ended. What it shows is features/login; this knows only whether it is open.
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'

export interface LoginPrompt {
  readonly isOpen: ReadonlySignal<boolean>
  /** What was said when it was opened. */
  readonly asked: ReadonlySignal<LoginAsk>
  /** True when the person is logged in now, so that the interrupted action can go on; false when they turned away. */
  open(ask?: LoginAsk): Promise<boolean>
  /** The dialog is done. Resolves those who asked once the address has its old shape. */
  close(isLoggedIn: boolean): Promise<void>
  /** The address changed: opens or closes by its `login` parameter. */
  follow(search: string): void
}

export interface LoginAsk {
  /** Why, in words, when there is more to say than 'Log in'. */
  reason?: string
  /** The address that goes on with the action, for who leaves the page to register or to log in elsewhere. */
  onward?: string
}

export interface LoginPromptDeps {
  history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>
  location: Pick<Location, 'pathname' | 'search' | 'hash'>
}

const PARAMETER = 'login'
/** Says in an entry's state that the entry before it is the page without the dialog. */
const OURS = 'isLoginPrompt'

export function createLoginPrompt({ history, location }: LoginPromptDeps): LoginPrompt {
  const isOpen = signal(false)
  const asked = signal<LoginAsk>({})
  let waiting: ((isLoggedIn: boolean) => void)[] = []
  let closing: { isLoggedIn: boolean; done: () => void } | null = null

  function settle(isLoggedIn: boolean) {
    const told = waiting
    waiting = []
    isOpen.value = false
    asked.value = {}
    for (const tell of told) tell(isLoggedIn)
  }

  return {
    isOpen,
    asked,
    open(ask = {}) {
      const ended = new Promise<boolean>((resolve) => waiting.push(resolve))
      if (isOpen.value) return ended
      asked.value = ask
      isOpen.value = true
      if (!asksForLogin(location.search))
        history.pushState({ [OURS]: true }, '', addressWith(location, withLogin(location.search)))
      return ended
    },
    async close(isLoggedIn) {
      if (!isOpen.value || closing !== null) return
      if (asksForLogin(location.search) && isOurs(history.state)) {
        await new Promise<void>((done) => {
          closing = { isLoggedIn, done }
          history.back()
        })
        return
      }
      if (asksForLogin(location.search))
        history.replaceState(null, '', addressWith(location, withoutLogin(location.search)))
      settle(isLoggedIn)
    },
    follow(search) {
      if (asksForLogin(search)) {
        isOpen.value = true
        return
      }
      if (!isOpen.value) return
      const end = closing
      closing = null
      settle(end?.isLoggedIn ?? false)
      end?.done()
    },
  }
}

/** Whether an address asks for the dialog. */
export const asksForLogin = (search: string): boolean => new URLSearchParams(search).get(PARAMETER) === 'true'

function withLogin(search: string): string {
  return search === '' ? `?${PARAMETER}=true` : `${search}&${PARAMETER}=true`
}

/** The same query without the dialog's parameter, spelled as before. */
export function withoutLogin(search: string): string {
  const kept = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !new URLSearchParams(pair).has(PARAMETER))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

const addressWith = ({ pathname, hash }: LoginPromptDeps['location'], search: string): string =>
  pathname + search + hash

const isOurs = (state: unknown): boolean => typeof state === 'object' && state !== null && OURS in state
