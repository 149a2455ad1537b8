/** What can be handed over: a mail, a text or a notice on a device. It is kept as JSON until it is sent. */

import type { Letter, Written } from '#server/notifications/letter.ts'
import type { NotificationType } from '#shared/contract/notifications.ts'
import type { PageLink } from '#shared/contract/pages.ts'

/** Greeted by the name that the customer has when it goes, unless it has a greeting. The button may lead to a path of the marketplace. */
export type MailContents = Omit<Letter, 'greeting' | 'items'> &
  Partial<Pick<Letter, 'greeting'>> & {
    /** An item with a type is left out when that is turned off by the time the mail goes. */
    items?: readonly (NonNullable<Letter['items']>[number] & { key?: string; type?: NotificationType })[]
  }

/** A mail of service that was written already, and not taken at first. */
export interface WrittenMail {
  written: Written
}

export interface TextContents {
  text: string
  /** Begins with the name of the installation. */
  isSigned?: boolean
  /** A path of the marketplace to add, with how to get no more of them. */
  path?: PageLink
}

export interface NoticeContents {
  title: string
  body: string | null
  /** A path of the marketplace. */
  url: PageLink
}

/** More does not fit on a screen that is locked. */
const NOTICE_MAX = 140

/** With the beginning of a long body: the link leads to all of it. */
export function shortNotice({ title, body, url }: NoticeContents): NoticeContents {
  if (body === null || body.length <= NOTICE_MAX) return { title, body, url }
  // Half of a character of two units is no text, and Postgres takes none.
  const start = body.slice(0, NOTICE_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')
  return { title, body: `${start.trimEnd()}…`, url }
}

export type Contents =
  | { channel: 'email'; content: MailContents | WrittenMail }
  | { channel: 'sms'; content: TextContents }
  | { channel: 'push'; content: NoticeContents }
