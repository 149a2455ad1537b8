/** One mail about an account as plain text and as simple HTML that says the same. No pictures, no trackers, no styles of a sheet. */

import type { Installation } from '#shared/contract/installation.ts'

export interface Letter {
  subject: string
  /** Above all, for mail programs that answer. */
  head?: string
  greeting: string
  paragraphs: readonly string[]
  /** Things the mail is about, each with an absolute address. */
  items?: readonly { title: string; text: string; url: string }[]
  /** Six digits. */
  code?: string
  /** An absolute address. */
  button?: { label: string; url: string }
  notes?: readonly string[]
  /** The last line: how to get no more of them. */
  wayOut?: { label: string; url: string }
}

export interface Written {
  subject: string
  text: string
  html: string
}

/** Who signs the mail, and the color of its links. A mail that one can unsubscribe from says where they get letters. */
export type Signer = Pick<Installation, 'name' | 'accent' | 'postal_address'>

const signed = ({ name, postal_address }: Signer, { wayOut }: Letter): string =>
  wayOut && postal_address ? `${name}, ${postal_address}` : name

export function letter(given: Letter, by: Signer): Written {
  return { subject: oneLine(given.subject), text: textOf(given, by), html: htmlOf(given, by) }
}

function textOf(given: Letter, by: Signer): string {
  const { head, greeting, paragraphs, items = [], code, button, notes = [], wayOut } = given
  const listed = items.map(({ title, text, url }) => `${title}\n${text}\n${url}`)
  const blocks = [...(head ? [head] : []), greeting, ...paragraphs, ...listed]
  if (button) blocks.push(`${button.label}:\n${button.url}`)
  if (code) blocks.push(`Code: ${code}`)
  const end = wayOut ? [`${wayOut.label}:\n${wayOut.url}`] : []
  return `${[...blocks, ...notes, signed(by, given), ...end].join('\n\n')}\n`
}

function htmlOf(given: Letter, by: Signer): string {
  const { subject, head, greeting, paragraphs, items = [], code, button, notes = [], wayOut } = given
  const color = by.accent ?? '#086079'
  const words = [greeting, ...paragraphs].map((text) => html`<p>${text}</p>`)
  const above = head ? [html`<p style="${NOTE}">${head}</p>`] : []
  const listed = items.map(
    ({ title, text, url }) =>
      html`<p><a href="${url}" style="${LINK};color:${color}">${title}</a><br>${text}</p>`,
  )
  const way = button
    ? [html`<p><a href="${button.url}" style="${BUTTON};background:${color}">${button.label}</a></p>`]
    : []
  const digits = code ? [html`<p style="${CODE}">${code}</p>`] : []
  const small = [...notes, signed(by, given)].map((text) => html`<p style="${NOTE}">${text}</p>`)
  const end = wayOut
    ? [html`<p style="${NOTE}"><a href="${wayOut.url}" style="color:#455356">${wayOut.label}</a></p>`]
    : []
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="${BODY}">
${above}${words}${listed}${way}${digits}${small}${end}
</body></html>
`.html
}

/** Mail programs read no style sheets and no variables, so these stand beside the tokens of the product. */
const BODY = 'margin:24px auto;max-width:520px;padding:0 16px;font:16px/1.5 sans-serif;color:#0e1c1f'
const BUTTON = 'display:inline-block;padding:12px 20px;border-radius:8px;color:#ffffff;text-decoration:none'
const LINK = 'font-weight:700'
const CODE = 'font-size:32px;letter-spacing:6px;font-weight:700'
const NOTE = 'font-size:14px;color:#455356'

/** A line break in a subject would begin another header. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

interface Html {
  readonly html: string
}

type Value = string | number | Html | readonly Html[]

/** HTML by tagged template: every value is escaped unless it is HTML already. */
function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  let text = parts[0] ?? ''
  values.forEach((value, index) => {
    text += render(value) + (parts[index + 1] ?? '')
  })
  return { html: text }
}

function render(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'html' in value ? value.html : value.map((each) => each.html).join('')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
