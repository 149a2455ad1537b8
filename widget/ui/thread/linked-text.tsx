/** A message's words as text nodes, with addresses and phone numbers as links. Never markup. */
import { splitLinks } from './split-links.ts'

export function LinkedText({ text }: { text: string }) {
  let at = 0
  return splitLinks(text).map((part) => {
    const key = at
    at += part.text.length
    // A span is isolated: what turns its direction turns no link behind it.
    if (part.url === null) return <span key={key}>{part.text}</span>
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
