/** The mails about an account: what each says, with absolute links. When one is sent is the affair of who calls. */
import { askSupport, installationOf, originFor } from '#server/core/http/site.ts'
import { mailNow } from '#server/notifications/deliveries/mail-now.ts'
import { greetingOf, type MailPerson, nameOf } from '#server/notifications/greeting.ts'
import { type Letter, letter } from '#server/notifications/letter.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import {
  AUTH_LINK_LIFETIME_MS,
  CODE_LIFETIME_MS,
  CONFIRMATION_LIFETIME_MS,
  CONTACT_LINK_LIFETIME_MS,
  RECOVERY_LINK_LIFETIME_MS,
  UNSUBSCRIBE_LINK_LIFETIME_MS,
} from '#shared/contract/limits.ts'
import type { NotificationType } from '#shared/contract/notifications.ts'
import { links } from '#shared/contract/pages.ts'
import { loginLinks, type WorkKind, workLinks } from '#shared/contract/work-links.ts'
import { comingBack } from '#shared/rules/return-to.ts'
import type { PersonKind } from './sessions.ts'

/** One who may be no buyer: their pages are elsewhere. */
export interface MailAnyone extends MailPerson {
  kind: PersonKind
}

const HOUR_MS = 3_600_000
const HOURS = AUTH_LINK_LIFETIME_MS / HOUR_MS
const MINUTES_OF_CODE = CODE_LIFETIME_MS / 60_000
const MINUTES_OF_RECOVERY = RECOVERY_LINK_LIFETIME_MS / 60_000
const DAYS_OF_UNSUBSCRIBE = UNSUBSCRIBE_LINK_LIFETIME_MS / (24 * HOUR_MS)

const CODE_LIFE = `The code works once, for ${MINUTES_OF_CODE} minutes. Never share it: we never ask for it.`
const NOT_YOU = 'If this was not you, ignore this mail. Nothing changes.'

export type Mails = ReturnType<typeof createMails>

type MailsDeps = Pick<RoomDeps, 'db' | 'parts' | 'site'>

export const createMails = (deps: MailsDeps) => ({ ...awaitedMails(deps), ...noticeMails(deps) })

const loginPage = (site: MailsDeps['site'], kind: PersonKind) => originFor(site, kind) + loginLinks[kind]()

/** Codes and links that somebody waits for: handed over to the mail server, or rejected. */
function awaitedMails({ parts, site }: MailsDeps) {
  const send = async (to: string, contents: Letter) =>
    parts.mailer.send({ to, ...letter(contents, await installationOf(site)) })
  const emailLogin = (token: string) => `${site.origin}${links.confirmEmail(token)}`

  return {
    /** After registration and after a change of e-mail: a link that logs in and confirms, and a code for another device. */
    confirmation: (person: MailPerson, { token, code }: { token: string; code: string }) =>
      send(person.email, {
        subject: 'Confirm your email',
        greeting: greetingOf(person),
        paragraphs: ['Confirm that this address is yours, so that answers and notices reach you.'],
        button: { label: 'Confirm my email', url: emailLogin(token) },
        code,
        notes: [
          `The link works once, for ${HOURS} hours. On another device, type the code instead; it works for ${MINUTES_OF_CODE} minutes.`,
          'If you did not create an account, ignore this mail.',
        ],
      }),

    loginCode: (person: MailPerson, { code }: { code: string }) =>
      send(person.email, {
        subject: `${code} is your code to log in`,
        greeting: greetingOf(person),
        paragraphs: ['Enter this code to log in:'],
        code,
        notes: [CODE_LIFE, NOT_YOU],
      }),

    /** For a visitor without a login who writes to `title` from its site. They have no name here: anybody may type this address. */
    guestCode: (email: string, { code, title }: { code: string; title: string }) =>
      send(email, {
        subject: `${code} is your code`,
        greeting: 'Hello,',
        paragraphs: [`Enter this code to continue your messages${saidOf(title)}:`],
        code,
        notes: [CODE_LIFE, NOT_YOU],
      }),

    recovery: (person: MailPerson, { token, returnTo }: { token: string; returnTo: string }) =>
      send(person.email, {
        subject: 'Set a new password',
        greeting: greetingOf(person),
        paragraphs: ['Somebody, probably you, asked to set a new password for your account.'],
        button: {
          label: 'Set a new password',
          url: site.origin + comingBack(links.resetPassword(token), returnTo),
        },
        notes: [`The link works once, for ${MINUTES_OF_RECOVERY} minutes.`, NOT_YOU],
      }),

    /** `isFirst`: a seller's person who has no password yet joins with it. Behind the #, the token of a person who is no buyer reaches no server and no log. */
    recoveryOf: (
      { kind, ...person }: MailPerson & { kind: WorkKind },
      { token, isFirst }: { token: string; isFirst: boolean },
    ) =>
      send(person.email, {
        subject: 'Set a new password',
        greeting: greetingOf(person),
        paragraphs: ['Somebody, probably you, asked to set a new password for your account.'],
        button: {
          label: 'Set a new password',
          url: originFor(site, kind) + workLinks[isFirst ? 'firstPassword' : 'anotherPassword'](kind, token),
        },
        notes: [`The link works once, for ${MINUTES_OF_RECOVERY} minutes.`, NOT_YOU],
      }),

    /** A code that confirms a change of account data. */
    actionCode: (person: MailPerson, { code }: { code: string }) =>
      send(person.email, {
        subject: `${code} is your confirmation code`,
        greeting: greetingOf(person),
        paragraphs: ['Enter this code to confirm the change to your account:'],
        code,
        notes: [CODE_LIFE, 'If this was not you, change your password.'],
      }),

    /** `period`: how long nobody used the account, e.g. `3 years`. It is deleted only after this has gone out. */
    accountInactive: (person: MailPerson, { period, deletedAt }: { period: string; deletedAt: Date }) =>
      send(person.email, {
        subject: 'Your account will be deleted',
        greeting: greetingOf(person),
        paragraphs: [
          `Nobody has used your account for almost ${period}. On ${LONG_DAY.format(deletedAt)} we will delete it, with your messages, saved searches and documents.`,
          'To keep it, log in before that day.',
        ],
        button: { label: 'Log in', url: loginPage(site, 'customer') },
      }),

    unsubscribeLink: (person: MailPerson, { token }: { token: string }) =>
      send(person.email, {
        subject: 'Choose which mails you get',
        greeting: greetingOf(person),
        paragraphs: ['Open this page to stop mails, or to choose which ones you get.'],
        button: {
          label: 'Choose my mails',
          url: `${site.origin}${links.unsubscribe(token)}`,
        },
        notes: [`The link works for ${DAYS_OF_UNSUBSCRIBE} days.`],
      }),

    /** From a company with double opt-in to a contact that it imported. Its address is in each commercial mail. */
    contactConfirmation: (
      email: string,
      { token, company, postalAddress }: { token: string; company: string; postalAddress: string },
    ) =>
      send(email, {
        subject: `Do you want emails from ${company}?`,
        greeting: 'Hello,',
        paragraphs: [
          `${company} says that you agreed to hear about its deals. Confirm it, or decline with one press. Without your answer you get nothing.`,
        ],
        button: { label: 'Answer', url: `${site.origin}${links.confirmContact(token)}` },
        notes: [
          `The link works for ${CONFIRMATION_LIFETIME_MS / (24 * HOUR_MS)} days.`,
          `${company}, ${postalAddress}`,
        ],
      }),

    /** For an address without an account that companies imported. */
    contactLink: (email: string, { token }: { token: string }) =>
      send(email, {
        subject: 'See what companies keep about you',
        greeting: 'Hello,',
        paragraphs: [
          'A company on this site has your email address. Open this page to see what is kept, to stop all emails and texts, or to erase it.',
        ],
        button: { label: 'See what is kept', url: `${site.origin}${links.unsubscribe(token)}` },
        notes: [`The link works for ${CONTACT_LINK_LIFETIME_MS / HOUR_MS} hours.`, NOT_YOU],
      }),
  }
}

/** What happened to an account. These wait for a mail server that is down. */
function noticeMails({ db, parts, site }: MailsDeps) {
  /** `to` may differ from the person's present address. */
  const notice = async (
    person: MailPerson,
    contents: Letter,
    { to = person.email, type = 'security' }: { to?: string; type?: NotificationType } = {},
  ) =>
    mailNow(
      { db, parts },
      { ...letter(contents, await installationOf(site)), to, type, customerId: person.id ?? null },
    )

  return {
    newDevice: ({ id, ...person }: MailAnyone, { device, network }: { device: string; network: string }) =>
      notice(person, {
        subject: `New login: ${device}`,
        greeting: greetingOf(person),
        paragraphs: [`Somebody logged in to your account with ${device} from ${network}.`],
        notes: ['If this was not you, set a new password: open the login page, then "Forgot password?".'],
        button: { label: 'Open the login page', url: loginPage(site, person.kind) },
      }),

    passwordChanged: ({ kind = 'customer', id, ...person }: MailPerson & { kind?: PersonKind }) =>
      notice(
        { ...person, id: kind === 'customer' ? (id ?? null) : null },
        {
          subject: 'Your password was changed',
          greeting: greetingOf(person),
          paragraphs: ['The password of your account was just changed. Other devices were logged out.'],
          notes: [
            'If this was not you, set a new password at once: open the login page, then "Forgot password?".',
          ],
          button: { label: 'Open the login page', url: loginPage(site, kind) },
        },
      ),

    /** To the address a customer had before. */
    emailChanged: async (person: MailPerson, { formerEmail }: { formerEmail: string }) =>
      notice(
        person,
        {
          subject: 'Your email address was changed',
          greeting: greetingOf(person),
          paragraphs: [
            `Your account now uses another email address: ${masked(person.email)}. This address no longer works to log in.`,
          ],
          notes: [`If this was not you, ${await askSupport(site)} at once.`],
        },
        { to: formerEmail },
      ),

    openHouseCancelled: (
      person: MailPerson,
      { when, reason, propertyId }: { when: string; reason: string | null; propertyId: number },
    ) =>
      notice(
        person,
        {
          subject: 'An open house was called off',
          greeting: greetingOf(person),
          paragraphs: [
            `The open house on ${when} was called off by the seller.`,
            ...(reason === null ? [] : [`The seller wrote: ${reason}`]),
          ],
          button: { label: 'Open the deal', url: `${site.origin}${links.deal(propertyId)}` },
        },
        { type: 'open_house' },
      ),

    /** `payout`: what becomes of the money that was in the wallet. */
    accountDeleted: async (person: MailPerson, payout: string | null = null) =>
      notice(
        { ...person, id: null },
        {
          subject: 'Your account was deleted',
          greeting: greetingOf(person),
          paragraphs: [
            'As you requested, your account and the data stored about you were deleted.',
            ...(payout === null ? [] : [payout]),
          ],
          notes: [`If this was not you, ${await askSupport(site)}.`],
        },
      ),
  }
}

const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A company’s name where mails may say it. */
const saidOf = (title: string): string => {
  const name = nameOf({ email: '', name: title })
  return name === '' ? '' : ` to ${name}`
}

/** e.g. `d•••@whitfieldholdings.com`. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
