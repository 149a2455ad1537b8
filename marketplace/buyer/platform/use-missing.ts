/** What the person must still confirm for an act, by the table that the server uses to refuse (checklist AUTH-33). */
import { useSignals } from '@preact/signals-react/runtime'
import { type Act, type Confirmed, missingFor, type Requirement } from '#shared/contract/requirements.ts'
import { useServices } from './services-context.tsx'
import type { User } from './user.ts'
import type { UserStore } from './user-store.ts'

export const confirmedOf = ({ isEmailConfirmed, phones }: User): Confirmed => ({
  email: isEmailConfirmed,
  phone: phones.some((phone) => phone.isConfirmed),
})

/** Nothing for a visitor, who must log in first. */
export function missingNow({ state }: Pick<UserStore, 'state'>, act: Act): readonly Requirement[] {
  const now = state.peek()
  return now.phase === 'user' ? missingFor(act, confirmedOf(now.user)) : []
}

/** The same for a component, which renders again when it changes. */
export function useMissing(act: Act): readonly Requirement[] {
  useSignals()
  const state = useServices().user.state.value
  return state.phase === 'user' ? missingFor(act, confirmedOf(state.user)) : []
}
