/**
 * What an answer to an address request means (spec section 8; checklist FAV-22…26, T-01). The same status carries the fixed
 * text, the address itself and, from an older server, the daily limit: nothing is an address that does not look like one.
 */
import { ADDRESS_REQUEST_REPEATED } from '#shared/contract/inquiries.ts'

export type InquiryAnswer =
  | { readonly kind: 'submitted' }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'already' }
  | { readonly kind: 'limit' }
  | { readonly kind: 'warning' }

const ADDRESS_MAX = 200
/** Sentences speak of you and us, of limits and days; addresses do not. */
const SENTENCE =
  /\b(daily|limit|quota|exceeded|too many|tomorrow|per day|you|your|please|sorry|error|failed|failure|unavailable|unable|request|requests|requested|submitted|thank|thanks|try again|contact|manager)\b/i

/** `body` is what was sent with that status, of any shape. Never fails. */
export function readInquiryAnswer(status: number, body: unknown): InquiryAnswer {
  const text = messageOf(body)
  if (status === 429) return { kind: 'limit' }
  if (status === 422 && saysRepeated(text)) return { kind: 'already' }
  if (status < 200 || status > 299) return { kind: 'warning' }
  if (/submitted/i.test(text) && /manager will contact/i.test(text)) return { kind: 'submitted' }
  // Also an empty answer and a page of a proxy: nobody is told to go to such an address (FAV-24).
  return looksLikeAddress(text) ? { kind: 'address', address: text } : { kind: 'limit' }
}

/** With a number and a letter, on one line, without markup and without a sentence in it. */
export function looksLikeAddress(text: string): boolean {
  if (text.length > ADDRESS_MAX || /[<>{}[\]=\n\r]|https?:/i.test(text)) return false
  return /\d/.test(text) && /\p{L}{2}/u.test(text) && !SENTENCE.test(text)
}

const saysRepeated = (text: string): boolean =>
  text.toLowerCase().includes(ADDRESS_REQUEST_REPEATED.toLowerCase().replace(/\.$/, ''))

function messageOf(body: unknown): string {
  if (typeof body === 'string') return body.trim()
  if (typeof body !== 'object' || body === null || !('message' in body)) return ''
  return typeof body.message === 'string' ? body.message.trim() : ''
}
