/** Who may see a page. Pure; the spec leaves open what the auth middleware does with a visitor, ours sends them to log in. */
import { loginAddress } from '#marketplace/buyer/platform/return-to.ts'
import type { Route } from '#marketplace/buyer/platform/route.ts'
import type { UserState } from '#marketplace/buyer/platform/user-store.ts'
import type { Failure } from '#shared/api/api-error.ts'

export type Verdict =
  | { readonly kind: 'show' }
  /** It is not known yet who this is. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'unreachable'; readonly failure: Failure }

/** `here` is the address asked for: path, query and hash. Throws when a route names a middleware that is none (spec 8). */
export function judge(guard: string | undefined, state: UserState, here: string): Verdict {
  if (guard === undefined) return { kind: 'show' }
  if (!isMiddleware(guard)) throw new Error('Unknown route middleware')
  return MIDDLEWARE[guard](state, here)
}

type Middleware = (state: UserState, here: string) => Verdict

/** By the names that routes may use. */
const MIDDLEWARE: Readonly<Record<NonNullable<Route['guard']>, Middleware>> = { user: askUser }

const isMiddleware = (name: string): name is NonNullable<Route['guard']> => Object.hasOwn(MIDDLEWARE, name)

function askUser(state: UserState, here: string): Verdict {
  switch (state.phase) {
    case 'user':
      return { kind: 'show' }
    case 'unknown':
      return { kind: 'wait' }
    case 'visitor':
      return { kind: 'redirect', to: loginAddress(here) }
    case 'unreachable':
      return { kind: 'unreachable', failure: state.failure }
  }
}
