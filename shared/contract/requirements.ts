/**
 * What a buyer must have confirmed before an act (checklist AUTH-33). The only table of this: endpoints name their
 * act in `needs`, the server checks it, and the apps show it in advance. Imports nothing.
 */

export type Requirement = 'email' | 'phone'

/** E-mail for everything that reaches a seller; also a phone for opening an address or making an offer. */
export const NEEDS = {
  question: ['email'],
  firstMessage: ['email'],
  review: ['email'],
  visit: ['email'],
  visitWithAddress: ['email', 'phone'],
  addressRequest: ['email', 'phone'],
  offer: ['email', 'phone'],
} as const satisfies Record<string, readonly Requirement[]>

export type Act = keyof typeof NEEDS

/** What is confirmed so far. */
export type Confirmed = Readonly<Record<Requirement, boolean>>

export const missingFor = (act: Act, confirmed: Confirmed): Requirement[] =>
  NEEDS[act].filter((need) => !confirmed[need])

/** The code of the refusal: 403, with the missing ones as the keys of `errors`. */
export const UNCONFIRMED = 'unconfirmed'

/** What to do about each, in words for the buyer. */
export const REQUIREMENT_WORDS: Readonly<Record<Requirement, string>> = {
  email: 'Confirm your email first, with the link or the code in the mail we sent you.',
  phone: 'Confirm a phone number first, with the code we text you.',
}
