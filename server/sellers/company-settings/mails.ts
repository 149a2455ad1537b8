/** What the people of a company are mailed about logins that were deleted, and about its closing. Each waits for a mail server that is down. */
import { askSupport, installationOf, originFor } from '#server/core/http/site.ts'
import { mailNow } from '#server/notifications/deliveries/mail-now.ts'
import { greetingOf, type MailPerson, nameOf } from '#server/notifications/greeting.ts'
import { type Letter, letter, type Signer, type Written } from '#server/notifications/letter.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { links } from '#shared/contract/pages.ts'
import type { SellerPlace } from '#shared/contract/seller-places.ts'

export interface LeftBehind {
  /** The scheduled blasts of who left, and who has them now. */
  blasts: number
  heir: { id: number; name: string } | null
}

export function createCompanyMails({ db, parts, site }: Pick<RoomDeps, 'db' | 'parts' | 'site'>) {
  const send = async (to: MailPerson, contents: Omit<Letter, 'greeting'>) =>
    mailNow(
      { db, parts },
      {
        ...letter({ ...contents, greeting: greetingOf(to) }, await installationOf(site)),
        to: to.email,
        type: 'security',
        customerId: null,
      },
    )
  const seller = (place: SellerPlace) => originFor(site, 'member') + links.seller(place)
  return {
    /** To who left. */
    loginDeleted: async (person: MailPerson) =>
      send(person, {
        subject: 'Your login was deleted',
        paragraphs: [
          'As you requested, your login and the data stored about you were deleted. Messages and deals stay with the company.',
        ],
        notes: [`If this was not you, ${await askSupport(site)}.`],
      }),

    closingAsked: async (owner: MailPerson, { by, company, closesAt }: Closing) =>
      send(owner, {
        subject: `${company} will be closed`,
        paragraphs: [
          `${nameOf({ email: '', name: by }) || 'An owner'} closed ${company}. Its deals are no longer shown, and nobody can send it messages or offers.`,
          `On ${LONG_DAY.format(closesAt)} the logins of its people and its data are deleted for good. Until then each owner can cancel this in the seller’s app.`,
        ],
        button: { label: 'Open the company', url: seller({ kind: 'company' }) },
        notes: [`If nobody of you asked for this, cancel it, and ${await askSupport(site)}.`],
      }),

    closingCanceled: (owner: MailPerson, { by, company }: Omit<Closing, 'closesAt'>) =>
      send(owner, {
        subject: `${company} stays open`,
        paragraphs: [
          `${nameOf({ email: '', name: by }) || 'An owner'} canceled the closing of ${company}. Its deals are shown again. Blasts that were scheduled before stay canceled.`,
        ],
        button: { label: 'Open the company', url: seller({ kind: 'company' }) },
      }),

    /** To each other owner. */
    memberLeft: (owner: MailPerson, who: MailPerson, { blasts, heir }: LeftBehind) => {
      const name = nameOf({ ...who, email: '' }) || 'A person of your team'
      const place = blasts > 0 ? ({ kind: 'blasts' } as const) : ({ kind: 'company' } as const)
      return send(owner, {
        subject: `${name} deleted their login`,
        paragraphs: [
          `${name} can no longer log in for your company. Conversations that they looked after are unassigned; what they wrote stays with the company.`,
          ...(blasts > 0 ? [blastWords(blasts, heir?.id === owner.id ? null : (heir?.name ?? null))] : []),
        ],
        button: {
          label: blasts > 0 ? 'Open the blasts' : 'Open the team',
          url: seller(place),
        },
      })
    },
  }
}

/** Of a company that is closed: to each owner, whose login does not exist by then. */
export const closedLetter = (owner: MailPerson, company: string, by: Signer): Written =>
  letter(
    {
      subject: `${company} is closed`,
      greeting: greetingOf(owner),
      paragraphs: [
        `${company} is closed. The logins of its people, its deals and their files, its contacts and the texts of its blasts were deleted. Offers, and messages to buyers, stay under the name Closed company.`,
      ],
    },
    by,
  )

interface Closing {
  /** Who did it. */
  by: string
  company: string
  closesAt: Date
}

const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `heir`: null for the reader. */
const blastWords = (count: number, heir: string | null): string => {
  const whom = heir === null ? 'you' : nameOf({ email: '', name: heir }) || 'another owner'
  return count === 1
    ? `One blast that they scheduled passes to ${whom}. It goes out at its time unless you cancel it.`
    : `${count} blasts that they scheduled pass to ${whom}. They go out at their times unless you cancel them.`
}
