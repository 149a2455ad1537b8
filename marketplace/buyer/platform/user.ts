/** The logged-in customer as screens see them, and how the wire becomes that. */
import type { CustomerWire } from '#shared/contract/account.ts'
import type { PhoneWire } from '#shared/contract/phone.ts'

export interface User {
  readonly id: number
  /** The name, else the part of the e-mail before the @, else empty. */
  readonly name: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly isEmailConfirmed: boolean
  readonly hasPassword: boolean
  readonly photo: string | null
  readonly company: string
  readonly bio: string
  /** IANA name, or null when the customer chose none. */
  readonly timeZone: string | null
  /** e.g. `en-US`, or null when the customer chose none. */
  readonly locale: string | null
  readonly phones: readonly Phone[]
  readonly identity: { readonly status: string; readonly id: string | null; readonly reason: string | null }
  readonly propertyTypes: readonly number[]
  readonly parkingTypes: readonly number[]
  /** Ids of the deals that are kept, the latest first. */
  readonly favourites: readonly number[]
  /** How well deals match this customer, from 0 to 1 by deal id (checklist BRW-02). */
  readonly scores: ReadonlyMap<number, number>
  /** Kinds of mail that were unsubscribed from. */
  readonly mailTypesOff: readonly string[]
  /** Unread messages over all conversations when the server was last asked. */
  readonly unreadTotal: number
  /** One of the house looks at it for its owner. */
  readonly isViewed: boolean
  /** The version of the terms that is to be accepted, or null. */
  readonly termsDue: string | null
}

/** When they agreed to which purposes of texts; empty for one that was ticked just now. */
export type TextConsents = Readonly<Record<string, string | undefined>>

export interface Phone {
  /** The entity-phone id that the calls take. */
  readonly id: number
  /** E.164. */
  readonly number: string
  readonly isDefault: boolean
  readonly isConfirmed: boolean
  readonly textConsents: TextConsents
}

/** The wire's profile as the screens use it. */
export function userOf(wire: CustomerWire): User {
  return {
    id: wire.id,
    name: wire.name?.trim() || (wire.email?.split('@')[0] ?? ''),
    firstName: wire.first_name ?? '',
    lastName: wire.last_name ?? '',
    email: wire.email ?? null,
    isEmailConfirmed: wire.email_confirmed ?? true,
    hasPassword: wire.has_password ?? true,
    photo: wire.photo ?? null,
    company: wire.company ?? '',
    bio: wire.bio ?? '',
    timeZone: wire.time_zone ?? null,
    locale: wire.locale ?? null,
    phones: (wire.phones ?? []).map(phoneOf),
    identity: {
      status: wire.idv_status ?? 'not_started',
      id: wire.idv_id ?? null,
      reason: wire.idv_reason ?? null,
    },
    propertyTypes: wire.property_types ?? [],
    parkingTypes: wire.parking_types ?? [],
    favourites: wire.favourite_properties ?? [],
    scores: new Map((wire.property_stats ?? []).map((stat) => [stat.property_id, stat.ai_score])),
    mailTypesOff: wire.mail_types_off ?? [],
    unreadTotal: wire.unread_total ?? 0,
    isViewed: wire.is_viewed ?? false,
    termsDue: wire.terms_due ?? null,
  }
}

export const phoneOf = ({ phone, pivot }: PhoneWire): Phone => ({
  id: pivot.id,
  number: phone ?? '',
  isDefault: pivot.sms_default,
  isConfirmed: pivot.is_confirmed,
  textConsents: pivot.text_consents ?? {},
})
