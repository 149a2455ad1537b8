/** What the files of two-step login are handed, and who a caller is to them. */
import type { Background } from '#server/accounts/login/background.ts'
import type { AccountPrincipal, StaffPrincipal } from '#server/core/http/principal.ts'
import { unauthenticated } from '#server/core/http/refusal.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { findPerson, type KnownPerson, type Person } from './people.ts'

export interface TwoStepDeps
  extends Pick<
    RoomDeps,
    'db' | 'secret' | 'site' | 'parts' | 'broadcaster' | 'nowMs' | 'canStaffSkipTwoStep'
  > {
  background: Background
}

export const personOf = (me: AccountPrincipal | StaffPrincipal): Person =>
  me.kind === 'staff' ? { kind: 'staff', id: me.staffId } : { kind: 'member', id: me.memberId }

/** Throws 401 for somebody who is gone. */
export async function knownPerson(
  { db, canStaffSkipTwoStep }: TwoStepDeps,
  person: Person,
): Promise<KnownPerson> {
  const found = await findPerson(db, person, { canStaffSkipTwoStep })
  if (!found) throw unauthenticated()
  return found
}
