/** The words of a message, with web and e-mail addresses and phone numbers as links. */
import { httpUrl } from '#shared/ui/http-url.ts'

/** A message's words as text nodes, with addresses and phone numbers as links. Never markup. */
export function LinkedText({ text }: { text: string }) {
  let at = 0
  return splitLinks(text).map((part) => {
    const key = at
    at += part.text.length
    if (part.url === null)
      return (
        <span key={key} style={ISOLATED}>
          {part.text}
        </span>
      )
    return (
      <a
        key={key}
        href={part.url}
        // An address reads from left to right, also when the text before it tries to turn it around.
        dir="ltr"
        target="_blank"
        rel="noopener noreferrer"
        className="underline underline-offset-2 focus-visible:outline-current"
      >
        {part.text}
      </a>
    )
  })
}

/** What turns the direction of the text turns no link behind it. */
const ISOLATED = { unicodeBidi: 'isolate' } as const

type TextPart = { readonly text: string; readonly url: string | null }

/**
 * An e-mail address, a web address or a phone number. Marks that turn the direction of reading end an address: behind one it would
 * not read as where it leads. The length of a name is limited, or a long word would take quadratic time.
 */
const CANDIDATE =
  /([\w.+-]{1,64}@[\w.-]{1,99}\.[a-z]{2,9}\b)|((?:https?:\/\/|\bwww\.)[^\s<>"'`\p{Bidi_C}]+)|(?<!\w)(\+\d(?:[ .-]?\(?\d\)?){7,14}\b)|(?:1[ .-])?(?:\(\d{3}\) ?|\b\d{3}[ .-])\d{3}[ .-]\d{4}\b/giu
/** Punctuation that ends the sentence and not the address. */
const TAIL = /[.,;:!?)\]}'"…]+$/

/**
 * Finds web and e-mail addresses and phone numbers in a text: those of the US, and with a plus any. Everything stays text; what is
 * found also becomes a link. Joined again, the parts are the text, letter by letter.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const found of text.matchAll(CANDIDATE)) {
    const shown = withoutTail(found[0])
    const url = found[1]
      ? `mailto:${shown}`
      : found[2]
        ? httpUrl(shown.replace(/^www/i, 'https://$&'))
        : `tel:+${found[3] ? '' : '1'}${shown.replace(/\D/g, '').slice(found[3] ? 0 : -10)}`
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
