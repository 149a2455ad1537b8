/** One mail about an account as plain text and as simple HTML that says the same. No pictures, no trackers, no styles of a sheet. */
import { html } from '#server/docs/escape.ts'

export interface Letter {
  subject: string
  greeting: string
  paragraphs: readonly string[]
  /** Six digits. */
  code?: string
  /** An absolute address. */
  button?: { label: string; url: string }
  notes?: readonly string[]
}

export interface Written {
  subject: string
  text: string
  html: string
}

const SIGNED = 'Plat'

export function letter(given: Letter): Written {
  return { subject: oneLine(given.subject), text: textOf(given), html: htmlOf(given) }
}

function textOf({ greeting, paragraphs, code, button, notes = [] }: Letter): string {
  const blocks = [greeting, ...paragraphs]
  if (button) blocks.push(`${button.label}:\n${button.url}`)
  if (code) blocks.push(`Code: ${code}`)
  return `${[...blocks, ...notes, SIGNED].join('\n\n')}\n`
}

function htmlOf({ subject, greeting, paragraphs, code, button, notes = [] }: Letter): string {
  const words = [greeting, ...paragraphs].map((text) => html`<p>${text}</p>`)
  const way = button ? [html`<p><a href="${button.url}" style="${BUTTON}">${button.label}</a></p>`] : []
  const digits = code ? [html`<p style="${CODE}">${code}</p>`] : []
  const small = [...notes, SIGNED].map((text) => html`<p style="${NOTE}">${text}</p>`)
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="${BODY}">
${words}${way}${digits}${small}
</body></html>
`.html
}

/** Mail programs read no style sheets and no variables, so these stand beside the tokens of the product. */
const BODY = 'margin:24px auto;max-width:520px;padding:0 16px;font:16px/1.5 sans-serif;color:#16211c'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#14532d;color:#ffffff;text-decoration:none'
const CODE = 'font-size:32px;letter-spacing:6px;font-weight:700'
const NOTE = 'font-size:14px;color:#55605a'

/** A line break in a subject would begin another header. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')
