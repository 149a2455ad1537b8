/** Words of the key figures of Today. */
import type { FigurePeriod, FunnelDealWire } from '#shared/contract/seller-today-figures.ts'
import { formatMoney } from '#shared/format/money.ts'

export const FIGURE_WORDS = {
  title: 'Key figures',
  notLoaded: 'The figures could not be loaded.',
  spread: 'Your spread on closed deals (price minus contract price), last 4 weeks',
  reply: 'Median reply, last 4 weeks',
  overTime: 'From view to closing, last 4 weeks',
  views: 'Views',
  requests: 'Address requests',
  offers: 'Offers',
  contracts: 'Under contract',
  closed: 'Closed',
  funnel: 'From view to contract',
  funnelScale: 'Last 4 weeks. Bars share one scale per column.',
  allDeals: 'All deals',
  deal: 'Deal',
  perOffer: 'Views per offer',
  noPrice: 'No price yet',
  notYet: 'Not yet',
} as const

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

/** "3 closings for $450,000." */
export const salesText = ({ closed, sales }: Pick<FigurePeriod, 'closed' | 'sales'>): string =>
  closed === 0 ? 'No closings.' : `${counted(closed, 'closing')} for ${formatMoney(sales)}.`

export const beforeText = (value: string): string => `4 weeks before: ${value}.`

/** `14 min`, `3.5 h`, `2.1 days`. */
export function minutesText(minutes: number | null | undefined): string {
  if (minutes == null) return 'No replies'
  if (minutes < 60) return `${minutes} min`
  const hours = minutes / 60
  return hours < 48 ? `${short(hours)} h` : `${short(hours / 24)} days`
}

const short = (value: number): string => String(Math.round(value * 10) / 10)

/** "Of 23 replies, 22 within an hour." */
export const repliesText = ({ replies, replies_in_time }: FigurePeriod): string =>
  replies === 0
    ? ''
    : `Of ${replies.toLocaleString('en-US')} ${replies === 1 ? 'reply' : 'replies'}, ${replies_in_time.toLocaleString('en-US')} within an hour.`

export const perOfferText = ({ views, offers }: FunnelDealWire): string =>
  offers === 0 ? 'no offers' : views === 0 ? 'no views' : Math.round(views / offers).toLocaleString('en-US')

/** Read out for the bars of eight weeks. */
export const weeksText = (values: readonly string[]): string =>
  `By week, the oldest first: ${values.join(', ')}.`
