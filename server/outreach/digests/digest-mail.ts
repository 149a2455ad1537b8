/** The words of a digest: in the mail, and beside a deal in the thread with its seller. */
import type { MailContents } from '#server/notifications/deliveries/contents.ts'
import type { MatchReasonWire } from '#shared/contract/feed.ts'
import { links } from '#shared/contract/pages.ts'
import { formatMoney } from '#shared/format/money.ts'
import { bestPoints, bestSentences } from '#shared/rules/matching/match-labels.ts'

/** Parts of the score that are named in a thread. */
const PARTS_NAMED = 2

export interface DigestDeal {
  property_id: number
  account_id: number
  score: number
  reasons: MatchReasonWire[]
  box_name: string
  price: number | null
  beds: number | null
  baths: number | null
  sqft: number | null
  city: string | null
  state: string | null
  /** There is a conversation with its seller. */
  is_known_seller: boolean
}

export function digestMail(
  deals: readonly DigestDeal[],
  { origin, more }: { origin: string; more: number },
): MailContents {
  const count = deals.length === 1 ? 'One deal fits' : `${deals.length} deals fit`
  return {
    subject: `${count} your buy boxes`,
    paragraphs: [`${count} your buy boxes, and you have not seen ${deals.length === 1 ? 'it' : 'them'} yet.`],
    items: deals.map((deal) => ({
      title: factsOf(deal),
      text: `${deal.score} of 100 for “${deal.box_name}”. ${bestSentences(deal.reasons, 1)}`,
      url: `${origin}${links.deal(deal.property_id)}`,
    })),
    button: {
      label: more > 0 ? `See these and ${more} more` : 'See them in your feed',
      url: `${origin}${links.forYou()}`,
    },
    notes: ['You get this at 8 in the morning, and only if there is something new.'],
  }
}

/** Its seller reads it too: how much for what, and nothing of what the buyer asks for. */
export const threadWords = ({ score, reasons }: DigestDeal): string =>
  `Fits a buy box, ${score} of 100: ${bestPoints(reasons, PARTS_NAMED)}.`

/** Of a hidden address, the town is what everybody may know. */
const factsOf = ({ price, beds, baths, sqft, city, state }: DigestDeal): string =>
  [
    price === null ? '' : formatMoney(price),
    beds === null ? '' : `${beds} bd`,
    baths === null ? '' : `${baths} ba`,
    sqft === null ? '' : `${sqft.toLocaleString('en-US')} sqft`,
    [city, state].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
