/** Who is at the console. The bearer lives in this closure alone: a reload logs in again. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { troubleText } from '#demo/desk/desk-words.ts'
import { type Api, createApi } from '#shared/api/client.ts'
import { adminLogin, adminLogout } from '#shared/contract/admin.ts'

export type ConsoleState =
  | { kind: 'out'; trouble: string | null }
  | { kind: 'busy' }
  | { kind: 'in'; api: Api; name: string }

export interface ConsoleSession {
  readonly state: ReadonlySignal<ConsoleState>
  login(email: string, password: string): Promise<void>
  logout(): void
}

export function createConsoleSession(origin: string): ConsoleSession {
  const state = signal<ConsoleState>({ kind: 'out', trouble: null })
  let token: string | null = null

  const leave = (trouble: string | null) => {
    token = null
    state.value = { kind: 'out', trouble }
  }
  const api: Api = createApi({
    base: `${origin}/customer/api`,
    token: () => token,
    // A look through a customer's eyes is a cookie of this browser.
    credentials: 'same-origin',
    onUnauthorised: async () => {
      if (token !== null) leave('Your session has ended. Log in again.')
      return false
    },
  })

  return {
    state,
    async login(email, password) {
      state.value = { kind: 'busy' }
      try {
        const { data } = await api(adminLogin, { body: { email, password } })
        token = data.token
        state.value = { kind: 'in', api, name: data.user.name }
      } catch (error) {
        leave(troubleText(error))
      }
    },
    logout() {
      // Gone here at once, whatever the server says to it.
      void api(adminLogout, {}).catch(() => {})
      leave(null)
    },
  }
}
