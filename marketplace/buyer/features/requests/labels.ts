/** The words about address requests: when, how many are left, where the talk goes on. Times in the reader's zone. */
import dayjs from 'dayjs'
import type { QuotaWire, RequestState } from '#shared/contract/inquiries.ts'
import { messageTime } from '#shared/format/message-time.ts'

export const threadPath = (accountId: number): string => `/messenger?account=${accountId}`

export const STATE_WORDS: Readonly<Record<RequestState, string>> = {
  pending: 'Pending',
  granted: 'Address granted',
  declined: 'Declined',
}

/** `3 of 5 address requests left today`. */
export const quotaWords = ({ left, limit }: QuotaWire): string =>
  `${left} of ${limit} address requests left today`

/** When one may ask again: `at 3:40 PM`, `tomorrow at 3:40 PM`; null when nobody said. */
export function againWords(resetsAt: string | null, nowMs: number): string | null {
  if (resetsAt === null || Date.parse(resetsAt) <= nowMs) return null
  const time = messageTime(resetsAt)
  return dayjs(resetsAt).isSame(dayjs(nowMs), 'day') ? `at ${time}` : `tomorrow at ${time}`
}

export function limitWords(resetsAt: string | null, nowMs: number): string {
  const again = againWords(resetsAt, nowMs)
  return `You have used all your address requests for today.${again === null ? '' : ` You can ask again ${again}.`}`
}

/** The street of a whole address, and what follows it. */
export function addressParts(address: string): { street: string; place: string } {
  const [street = address, ...rest] = address.split(',')
  return { street: street.trim(), place: rest.join(',').trim() }
}

export const mapsUrl = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`
