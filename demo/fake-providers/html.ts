/** HTML written on the server for the small pages of the embedded parts. Everything put in is escaped unless it is `Html` itself. */
import type { FastifyReply } from 'fastify'

export interface Html {
  readonly html: string
}

/** A template tag: strings and numbers are escaped, `Html` and lists of it go in as they are. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | Html[])[]
): Html {
  const written = parts.map((part, index) => part + escaped(values[index] ?? ''))
  return { html: written.join('') }
}

function escaped(value: string | number | Html | Html[]): string {
  if (Array.isArray(value)) return value.map(({ html }) => html).join('')
  return typeof value === 'object' ? value.html : escapeHtml(String(value))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

/** A whole page in the demo's look, never kept by a cache. */
export function sendHtml(
  reply: FastifyReply,
  { title, body, status = 200 }: { title: string; body: Html; status?: number },
): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/demo/tokens.css">
    <link rel="stylesheet" href="/demo/parts/parts.css">
  </head>
  <body>
    <main class="column narrow">${body}</main>
  </body>
</html>`
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.html)
}
