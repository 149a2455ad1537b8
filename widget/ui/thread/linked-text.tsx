/** A message's words as text nodes, with its http(s) addresses as links. Never markup. */
import { splitLinks } from './split-links.ts'

export function LinkedText({ text }: { text: string }) {
  const parts = splitLinks(text)
  if (parts.length === 1 && parts[0]?.url === null) return text
  let at = 0
  return parts.map((part) => {
    const key = at
    at += part.text.length
    if (part.url === null) return part.text
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
