/** What a complete profile is made of, and what each step unlocks. Pure. */
import type { User } from '#marketplace/buyer/platform/user.ts'
import { hasConfirmedPhone, isVerified } from './trust.ts'

export interface Step {
  readonly key: string
  readonly label: string
  readonly unlocks: string
  /** Null while it is not known. */
  readonly isDone: boolean | null
  readonly href: string
}

/** What the user's own record does not say. */
export interface StepFacts {
  /** A target market or a linked company. */
  readonly hasMarkets: boolean
  readonly hasDeposit: boolean
}

/** `facts`: null while they are not known. Email and phone unlock what `NEEDS` of the contract says. */
export function profileSteps(user: User, facts: StepFacts | null): readonly Step[] {
  return [
    {
      key: 'email',
      label: 'Confirm your email',
      unlocks: 'Questions to sellers, messages, reviews and visits',
      isDone: user.isEmailConfirmed,
      href: '/profile/personal',
    },
    {
      key: 'phone',
      label: 'Confirm your phone',
      unlocks: 'Visits to hidden addresses, address requests, offers and codes by text message',
      isDone: hasConfirmedPhone(user),
      href: '/profile/phones',
    },
    {
      key: 'buy-box',
      label: 'Set up your buy box',
      unlocks: 'Deals that match what you buy',
      isDone: facts?.hasMarkets ?? null,
      href: '/profile/buy-box',
    },
    {
      key: 'deposit',
      label: 'Pay the refundable deposit',
      unlocks: 'Offers, several at a time',
      isDone: facts?.hasDeposit ?? null,
      href: '/profile/deposit',
    },
    {
      key: 'identity',
      label: 'Verify your identity',
      unlocks: 'The ID verified mark beside your offers and requests',
      isDone: isVerified(user),
      href: '/profile/verification',
    },
    {
      key: 'portrait',
      label: 'Add a portrait and your company',
      unlocks: 'Sellers know whom they deal with',
      isDone: user.photo !== null && user.company !== '',
      href: '/profile/personal',
    },
    {
      key: 'password',
      label: 'Set a password',
      unlocks: 'A login when you can’t reach your email',
      isDone: user.hasPassword,
      href: '/profile/security',
    },
  ]
}
