/** A company's facts in words. */

import dayjs from 'dayjs'
import { BRAND } from '#marketplace/kit/brand.ts'
import type { CompanyWire } from '#shared/contract/reviews.ts'
import { STATES } from '#shared/rules/states.ts'

/** An owner may not have named it yet. */
export const companyName = ({ title }: Pick<CompanyWire, 'title'>): string => title.trim() || 'Unnamed seller'

const STATES_NAMED = 3

/** `Texas and Louisiana`, `Texas, Louisiana and 4 more states`; empty when none is known. */
export function statesWords(codes: readonly string[]): string {
  const names = codes.map((code) => nameOf(code))
  if (names.length <= STATES_NAMED) return listed(names)
  return `${names.slice(0, STATES_NAMED - 1).join(', ')} and ${names.length - STATES_NAMED + 1} more states`
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const nameOf = (code: string): string => STATES.find((state) => state.abbr === code)?.name ?? code

export const sinceWords = (states: string, at: string): string =>
  `${states === '' ? 'On' : `${states}, on`} ${BRAND} since ${dayjs(at).format('MMMM YYYY')}`
