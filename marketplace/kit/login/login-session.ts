/** Who is logged in on this page. A session that ends keeps its page open, and calls wait until the person logs in again. */
import { type ReadonlySignal, signal } from '@preact/signals-react'

export type LoginState<Person> =
  /** The server is being asked who is logged in. */
  | { readonly kind: 'asking' }
  | { readonly kind: 'out' }
  /** `hasEnded`: the session is over, but the page is still open. */
  | { readonly kind: 'in'; readonly person: Person; readonly hasEnded: boolean }

export interface AppPerson {
  id: number
  /** Must set up a second factor before anything else. */
  needs_two_step?: boolean | null | undefined
}

export interface LoginSession<Person> {
  readonly state: ReadonlySignal<LoginState<Person>>
  /** Somebody else than this person is logged in. */
  isOther(person: Person): boolean
  enter(person: Person): void
  leave(): void
  /** The server no longer knows the session. Resolves with whether the person logged in again. */
  end(): Promise<boolean>
  setNeedsTwoStep(needs: boolean): void
}

/** `onEnded` runs once when a session ends. */
export function createLoginSession<Person extends AppPerson>(onEnded: () => void): LoginSession<Person> {
  const state = signal<LoginState<Person>>({ kind: 'asking' })
  let waiting: ((isIn: boolean) => void)[] = []

  const settle = (isIn: boolean) => {
    const asked = waiting
    waiting = []
    for (const answer of asked) answer(isIn)
  }

  return {
    state,
    isOther({ id }) {
      const now = state.peek()
      return now.kind === 'in' && now.person.id !== id
    },
    enter(person) {
      const before = state.peek()
      // The same object, so that the page does not start over.
      const isSame = before.kind === 'in' && !person.needs_two_step
      state.value = { kind: 'in', person: isSame ? before.person : person, hasEnded: false }
      settle(true)
    },
    leave() {
      state.value = { kind: 'out' }
      settle(false)
    },
    end() {
      const now = state.peek()
      if (now.kind !== 'in') return Promise.resolve(false)
      if (!now.hasEnded) {
        state.value = { ...now, hasEnded: true }
        onEnded()
      }
      return new Promise<boolean>((answer) => waiting.push(answer))
    },
    setNeedsTwoStep(needs_two_step) {
      const now = state.peek()
      if (now.kind === 'in') state.value = { ...now, person: { ...now.person, needs_two_step } }
    },
  }
}
