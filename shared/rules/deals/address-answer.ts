/**
 * What an answer to an address request means (spec section 8, Address inquiry; checklist FAV-22…26). The backend says three
 * things with status 200: that it was submitted, the address, or that the limit of the day is reached. Only a text that looks
 * like an address is taken for one.
 */
import { ADDRESS_REQUEST_REPEATED } from '#shared/contract/inquiries.ts'

export type InquiryAnswer =
  | { readonly kind: 'submitted' }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'already' }
  | { readonly kind: 'limit' }
  | { readonly kind: 'warning' }

/** `body` as it came: an object with a `message`, or anything else. */
export function readInquiryAnswer(status: number, body: unknown): InquiryAnswer {
  const text = messageOf(body)
  if (status === 429) return { kind: 'limit' }
  if (status === 422 && isRepeated(text)) return { kind: 'already' }
  if (status < 200 || status > 299) return { kind: 'warning' }
  if (isSubmitted(text)) return { kind: 'submitted' }
  return looksLikeAddress(text) ? { kind: 'address', address: text } : { kind: 'limit' }
}

function messageOf(body: unknown): string {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : body
  return typeof message === 'string' ? message.trim() : ''
}

const isSubmitted = (text: string): boolean => /submitted/i.test(text) && /manager will contact/i.test(text)

const isRepeated = (text: string): boolean => text.toLowerCase() === ADDRESS_REQUEST_REPEATED.toLowerCase()

const LONGEST_ADDRESS = 200
const NO_ADDRESS =
  /[<>{}]|limit|exceed|reached|too many|try again|tomorrow|per day|daily|error|sorry|please|request/i

/** A number and words, short enough for an envelope, and none of the words a refusal has. */
function looksLikeAddress(text: string): boolean {
  if (text === '' || text.length > LONGEST_ADDRESS || NO_ADDRESS.test(text)) return false
  return /\d/.test(text) && /\p{L}{2}/u.test(text)
}
