/** What lets a seller trust a buyer, and which of it stands. Pure. */
import type { User } from '#marketplace/buyer/platform/user.ts'

export interface TrustItem {
  readonly key: string
  readonly label: string
  /** Null while it is not known. */
  readonly isDone: boolean | null
  /** Where it is done. */
  readonly href: string
}

/** What the user's own record does not say. */
export interface TrustFacts {
  /** Linked LLCs and trusts. */
  readonly entities: number
  /** Proofs of funds that are good today. */
  readonly proofs: number
  readonly hasDeposit: boolean
}

/** `facts`: null while they are not known. */
export function trustItems(user: User, facts: TrustFacts | null): readonly TrustItem[] {
  const isLinked = facts && facts.entities > 0
  const isProved = facts && facts.proofs > 0
  return [
    { key: 'email', label: 'Email confirmed', isDone: user.isEmailConfirmed, href: '/profile/personal' },
    { key: 'phone', label: 'Phone confirmed', isDone: hasConfirmedPhone(user), href: '/profile/phones' },
    { key: 'id', label: 'ID verified', isDone: isVerified(user), href: '/profile/verification' },
    { key: 'entity', label: 'LLC or trust linked', isDone: isLinked, href: '/profile/buy-box' },
    { key: 'funds', label: 'Proof of funds', isDone: isProved, href: '/profile/documents' },
    { key: 'deposit', label: 'Deposit', isDone: facts?.hasDeposit ?? null, href: '/profile/deposit' },
  ]
}

export const isVerified = (user: User): boolean => user.identity.status === 'success'
export const hasConfirmedPhone = (user: User): boolean =>
  user.phones.some((phone) => phone.isDefault && phone.isConfirmed)
