/** How long records are kept that nobody deletes by hand. The job that deletes them, the console and the privacy policy read this table. */

export const RETAINED = [
  'inactive',
  'guests',
  'imports',
  'views',
  'notifications',
  'logins',
  'audit',
] as const
export type Retained = (typeof RETAINED)[number]

/** Days that an installation has set; the rest is as in `RETENTION`. */
export type OwnRetention = { readonly [kind in Retained]?: number | undefined }

interface RetentionRule {
  /** Unless the installation has set other days. */
  readonly days: number
  readonly min: number
  /** At the console. */
  readonly label: string
  /** In the privacy policy. `period`: e.g. `3 years`. */
  policy(period: string): string
}

export const RETENTION_MAX_DAYS = 3650
/** A buyer whose account nobody uses gets an email this many days before it is deleted. */
export const INACTIVE_NOTICE_DAYS = 30
/** From the day on which an owner closes a company; until then each owner can cancel that. */
export const COMPANY_CLOSING_DAYS = 14

export const RETENTION: Readonly<Record<Retained, RetentionRule>> = {
  inactive: {
    days: 1095,
    min: 365,
    label: 'Accounts of buyers who do not log in or write',
    policy: (period) =>
      `Accounts of buyers who do not log in or write for ${period}: we delete them, ${INACTIVE_NOTICE_DAYS} days after an email that says so. Accounts with money, an active offer or a payment in progress stay.`,
  },
  guests: {
    days: 395,
    min: 30,
    label: 'Guests and their conversations, after the last message',
    policy: (period) =>
      `Guests and visitors of sellers’ sites who have no login, with their messages: ${period} after the last message.`,
  },
  imports: {
    days: 730,
    min: 30,
    label: 'Contacts that sellers imported and that have no account',
    policy: (period) => `Contacts that a seller imported and that have no account: ${period}.`,
  },
  views: {
    days: 395,
    min: 30,
    label: 'Views of deals and photos',
    policy: (period) => `Views of deals and photos: ${period}.`,
  },
  notifications: {
    days: 90,
    min: 7,
    label: 'Notifications, and emails and texts that were sent',
    policy: (period) => `Notifications, and copies of the emails and text messages that we sent: ${period}.`,
  },
  logins: {
    days: 90,
    min: 7,
    label: 'Devices of logins that have expired',
    policy: (period) =>
      `The device, IP address and time of a login: ${period} after the login expires, which is 30 days after it began at the latest.`,
  },
  audit: {
    days: 2555,
    min: 365,
    label: 'Audit log',
    policy: (period) =>
      `The audit log of changes, which has numbers in place of names and may have IP addresses: ${period}.`,
  },
}

export const keptDays = (own: OwnRetention, kind: Retained): number => own[kind] ?? RETENTION[kind].days

const DAYS_A_YEAR = 365

/** e.g. `3 years`, `395 days`. */
export const periodWords = (days: number): string =>
  days % DAYS_A_YEAR === 0 ? plural(days / DAYS_A_YEAR, 'year') : plural(days, 'day')

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
