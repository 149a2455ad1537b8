/** A blast in words: how far it is, who was left out, and whom it is for. Pure. */
import { type CampaignWire, LEFT_OUT, type LeftOut } from '#shared/contract/campaigns.ts'
import { filterChips } from '#shared/rules/deals/filter-labels.ts'
import { readQuery } from '#shared/rules/deals/query-codec.ts'
import { asksForDeals } from '#shared/rules/deals/query-keys.ts'

const LEFT_OUT_WORDS: Readonly<Record<LeftOut, string>> = {
  opted_out: 'stopped such messages',
  unreachable: 'cannot be reached this way',
  no_consent: 'did not agree to texts of sellers’ offers',
  unconfirmed: 'have not confirmed yet (double opt-in)',
  cap: 'had enough blasts this week',
  repeated: 'had it already',
  hidden: 'hid this deal',
  gone: 'left',
  cancelled: 'not sent, called off',
  off_market: 'not sent, the deal is off the market',
}

export interface LeftOutLine {
  readonly reason: LeftOut
  readonly count: number
  readonly words: string
}

/** Only those there are. */
export const leftOutLines = (counts: Partial<Record<LeftOut, number>>): readonly LeftOutLine[] =>
  LEFT_OUT.flatMap((reason) => {
    const count = counts[reason] ?? 0
    return count > 0 ? [{ reason, count, words: LEFT_OUT_WORDS[reason] }] : []
  })

export const buyersWords = (count: number): string => (count === 1 ? '1 buyer' : `${count} buyers`)

export function stateWords(
  { state, stats, send_at }: CampaignWire,
  dateWords: (iso: string) => string,
): string {
  switch (state) {
    case 'scheduled':
      return `Goes out ${dateWords(send_at)}`
    case 'sending':
      return `Going out: ${stats.sent} of ${stats.audience}`
    case 'sent':
      return `Sent to ${buyersWords(stats.sent)}${stats.failed > 0 ? `, ${stats.failed} failed` : ''}`
    case 'cancelled':
      return stats.sent > 0 ? `Called off after ${buyersWords(stats.sent)}` : 'Called off'
  }
}

export const kindWords = ({ kind, channel }: Pick<CampaignWire, 'kind' | 'channel'>): string =>
  kind === 'deals_digest' ? 'Deals digest' : channel === 'sms' ? 'Blast, SMS' : 'Blast, Email'

/** What the filters of an audience say, and what of them cannot be read. */
export function filterWords(query: string): { words: readonly string[]; problems: readonly string[] } {
  const search = new URLSearchParams(query)
  if (!asksForDeals(search))
    return { words: [], problems: ['This has no filters. Copy the address of the deals page.'] }
  const { query: read, problems } = readQuery(search)
  return { words: filterChips(read.filter).map(({ label }) => label), problems }
}

/** Whom it is for, e.g. `Buyers the deal fits by 60 or more · tagged cash`. */
export function audienceWords({
  deal_id,
  min_score = 0,
  tags = [],
  query = '',
}: CampaignWire['audience']): string {
  const by = min_score > 0 ? ` by ${min_score} or more` : ''
  const parts = [
    ...(deal_id === undefined ? [] : [`Buyers the deal fits${by}`]),
    ...(query === '' ? [] : [`Buyers who match deals like ${filterWords(query).words.join(', ')}${by}`]),
    ...(tags.length === 0 ? [] : [`tagged ${tags.join(' or ')}`]),
  ]
  return parts.length === 0 ? 'All your buyers' : parts.join(' · ')
}
