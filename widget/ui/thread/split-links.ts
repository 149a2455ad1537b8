/** Finds the http(s) addresses in a text. Everything stays text; only a found address also becomes a link. */
import { httpUrl } from '#shared/ui/http-url.ts'

export type TextPart = { readonly text: string; readonly url: string | null }

/** Marks that turn the direction of reading end an address: behind one it would not read as where it leads. */
const CANDIDATE = /https?:\/\/[^\s<>"'`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi
/** Punctuation that ends the sentence and not the address. */
const TAIL = /[.,;:!?)\]}'"…]+$/

/** Joined again, the parts are the text, letter by letter. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const found of text.matchAll(CANDIDATE)) {
    const shown = withoutTail(found[0])
    const url = httpUrl(shown)
    if (url === null) continue
    if (found.index > end) parts.push({ text: text.slice(end, found.index), url: null })
    parts.push({ text: shown, url })
    end = found.index + shown.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), url: null })
  return parts
}

/** A closing bracket belongs to the address when it was opened inside it. */
function withoutTail(address: string): string {
  const cut = address.replace(TAIL, '')
  const isOpen = cut.includes('(') && !cut.includes(')')
  return isOpen && address[cut.length] === ')' ? `${cut})` : cut
}
