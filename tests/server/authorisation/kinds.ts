/** The kinds of rows the authorisation matrix is made of: who is answered what, for calls of one sort. */
import type { Role, Scene } from './roles.ts'

export interface Given {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
}

export interface Row {
  answers: Record<Role, number>
  given?: (scene: Scene) => Given
}

/** Open to everybody, and the same to everybody. */
export const open = (status: number, given?: Row['given']): Row => ({
  answers: { visitor: status, other: status, rival: status, seller: status, widget: status, owner: status },
  ...(given ? { given } : {}),
})

/** For customers, about themselves: it names nobody, so another customer gets their own. */
export const own = (status: number, given?: Row['given']): Row => ({
  answers: { visitor: 401, other: status, rival: 403, seller: 403, widget: 403, owner: status },
  ...(given ? { given } : {}),
})

/** Names something of the owner's: to another customer it does not exist. */
export const owners = (status: number, given: Row['given']): Row => ({
  answers: { visitor: 401, other: 404, rival: 403, seller: 403, widget: 403, owner: status },
  ...(given ? { given } : {}),
})

/** Messages, which the bearer of a messenger may read and write. */
export const withWidget = (row: Row): Row => ({
  ...row,
  answers: { ...row.answers, widget: row.answers.owner },
})

/** For sellers' people, about their own account. */
export const desk = (status: number, given?: Row['given']): Row => ({
  answers: { visitor: 401, other: 403, rival: status, seller: status, widget: 403, owner: 403 },
  ...(given ? { given } : {}),
})

/** A conversation or a property of the seller's: to another seller it does not exist. */
export const sellers = (status: number, rival: number, given: Row['given']): Row => {
  const row = desk(status, given)
  return { ...row, answers: { ...row.answers, rival } }
}

export const but = (row: Row, answers: Partial<Record<Role, number>>): Row => ({
  ...row,
  answers: { ...row.answers, ...answers },
})

export const ofDeal = ({ propertyId }: Scene) => ({ params: { deal: propertyId } })
export const ofOwner = ({ owner }: Scene) => ({ customer: owner.id })
/** The owner with the account. */
export const inThread = (scene: Scene) => ({ params: { ...ofOwner(scene), account: scene.accountId } })
