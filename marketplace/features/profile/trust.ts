/** What lets a seller trust a buyer, and which of it stands. Pure. */
import type { User } from '#marketplace/platform/user.ts'

export interface TrustItem {
  readonly key: string
  readonly label: string
  readonly isDone: boolean
  /** Where it is done; null when it opens with a later release. */
  readonly href: string | null
}

/** `entities`: linked LLCs and trusts; null while that is not known. */
export function trustItems(user: User, entities: number | null): readonly TrustItem[] {
  return [
    { key: 'email', label: 'Email confirmed', isDone: user.isEmailConfirmed, href: '/profile/personal' },
    { key: 'phone', label: 'Phone confirmed', isDone: hasConfirmedPhone(user), href: '/profile/phones' },
    { key: 'id', label: 'ID verified', isDone: isVerified(user), href: '/profile/verification' },
    { key: 'entity', label: 'LLC or trust linked', isDone: (entities ?? 0) > 0, href: '/profile/buy-box' },
    { key: 'funds', label: 'Proof of funds', isDone: false, href: null },
    { key: 'deposit', label: 'Deposit', isDone: false, href: null },
  ]
}

export const isVerified = (user: User): boolean => user.identity.status === 'success'
export const hasConfirmedPhone = (user: User): boolean =>
  user.phones.some((phone) => phone.isDefault && phone.isConfirmed)
