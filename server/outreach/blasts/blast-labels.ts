/** What a blast says in a mail and in a text. The seller's words are the seller's; who sends them and why one gets them is said by us. */
import { type CardRow, publicAddress } from '#server/messaging/property-card.ts'
import {
  type MailContents,
  type NoticeContents,
  shortNotice,
  type TextContents,
} from '#server/notifications/deliveries/contents.ts'
import { links } from '#shared/contract/pages.ts'
import { formatMoney } from '#shared/format/money.ts'

export interface BlastWords {
  accountTitle: string
  /** Where the seller gets letters; null for a blast from before it was asked for. */
  postalAddress: string | null
  subject: string | null
  body: string | null
  property: CardRow | null
}

/** A longer text would come in many parts; its link leads to all of it. */
const TEXT_MAX = 300

/** `url` carries a key that stands for the buyer, and nothing of theirs; `by` is the installation's name. */
export function blastMail(words: BlastWords, url: string, by: string): MailContents {
  const { accountTitle, postalAddress, body, property } = words
  return {
    subject: subjectOf(words),
    paragraphs: [
      ...(body === null ? [] : body.split(/\n{2,}/)),
      ...(property ? [publicAddress(property), figuresOf(property)] : []),
    ].filter((text) => text.trim() !== ''),
    button: property ? { label: 'Open the deal', url } : { label: 'Answer in the messenger', url },
    notes: [
      ...(postalAddress === null ? [] : [`${accountTitle}, ${postalAddress}`]),
      `${accountTitle} sent this to its buyers through ${by}. ${by} does not share your email address.`,
    ],
  }
}

export function blastText({ accountTitle, body, property }: BlastWords, url: string): TextContents {
  const said = body ?? (property ? `${publicAddress(property)} ${figuresOf(property)}` : 'wrote to you.')
  const short = said.length > TEXT_MAX ? `${said.slice(0, TEXT_MAX - 1).trimEnd()}…` : said
  return { text: `${accountTitle}: ${short} ${url} Reply STOP to end.` }
}

/** Leads to the thread, where all of it stands. */
export function blastNotice(words: BlastWords, { account_id }: { account_id: number }): NoticeContents {
  const { accountTitle, body } = words
  const title = words.subject || words.property ? `${accountTitle}: ${subjectOf(words)}` : subjectOf(words)
  return shortNotice({ title, body, url: links.conversation(account_id) })
}

export function subjectOf({ accountTitle, subject, property }: BlastWords): string {
  if (subject) return subject
  if (!property) return `A message from ${accountTitle}`
  const price = property.price === null ? '' : ` at ${formatMoney(property.price)}`
  return `${publicAddress(property)}${price}`
}

/** e.g. `$185,000 · ARV $260,000 · 3 beds · 2.5 baths · 1,640 sq.ft`. */
function figuresOf({ price, arv, beds, baths, sqft }: CardRow): string {
  const parts = [
    price === null ? null : formatMoney(price),
    arv === null ? null : `ARV ${formatMoney(arv)}`,
    beds === null ? null : `${beds} ${beds === 1 ? 'bed' : 'beds'}`,
    baths === null ? null : `${baths} ${baths === 1 ? 'bath' : 'baths'}`,
    sqft === null ? null : `${sqft.toLocaleString('en-US')} sq.ft`,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}
