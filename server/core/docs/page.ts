/** The API on one plain page, drawn from the contract: no script, no foreign file, light and dark by the reader's system. */

import { headersOf } from '#server/core/http/document-headers.ts'
import { refusalsOf, roomOf } from '#server/core/http/openapi.ts'
import { pathsOf } from '#server/core/http/paths.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { REALTIME_EVENTS } from '#shared/contract/events.ts'
import { NEEDS, UNCONFIRMED } from '#shared/contract/requirements.ts'
import { type Html, html } from './escape.ts'
import { type Field, fieldsOf } from './fields.ts'

export function docsPage(endpoints: readonly Endpoint[]): string {
  const rooms = [...new Set(endpoints.map(roomOf))]
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plat API</title>
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<header><h1>Plat API</h1>
<p>Everything below is drawn from the schemas the server validates with. For tools: <a href="/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Calls">${rooms.map((room) => navOf(room, endpoints))}</nav>
<main>
${INTRODUCTION}
${rooms.map((room) => roomSection(room, endpoints))}
${eventsSection()}
</main>
</body>
</html>`
  return page.html
}

const INTRODUCTION = html`<section><h2 id="basics">Basics</h2>
<p>Send <code>Accept: application/json</code> and <code>Authorization: Bearer …</code>. Bodies are JSON or forms.
A page of ours may use its session cookie instead; then every call that changes something repeats the cookie
<code>XSRF-TOKEN</code> in the header <code>X-XSRF-TOKEN</code>.</p>
<p>An error is <code>{"message", "errors": {"field": ["…"]}, "code", "request_id"}</code>; a 429 and a
503 carry <code>Retry-After</code> in seconds. After a 503 the fate of a call that writes may be unknown: repeat it with the same
<code>Idempotency-Key</code>. A 507 means that the server has no space left and saved nothing.</p></section>`

const ofRoom = (room: string, endpoints: readonly Endpoint[]) =>
  endpoints.filter((endpoint) => roomOf(endpoint) === room)

const navOf = (room: string, endpoints: readonly Endpoint[]): Html => html`<h2>${room}</h2>
<ul>${ofRoom(room, endpoints).map((each) => html`<li><a href="#${each.name}">${each.name}</a></li>`)}</ul>`

const roomSection = (room: string, endpoints: readonly Endpoint[]): Html => html`<section>
<h2 id="room-${room}">${room}</h2>
${ofRoom(room, endpoints).map(endpointArticle)}
</section>`

const WHO = {
  none: 'anybody',
  optional: 'anybody, who is told more when they are known',
  customer: 'a customer',
  account: "a seller's person",
  any: 'a customer or a seller’s person',
  staff: 'an operator',
  'server-key': 'a seller’s own server, by its secret key',
}

const scopesOf = ({ scopes }: Endpoint): string =>
  scopes.length === 0 ? '' : ` Takes tokens of the scope ${scopes.join(', ')}.`

function needsOf({ needs }: Endpoint): string {
  if (needs === null) return ''
  const what = typeof needs === 'function' ? 'what its body asks for' : NEEDS[needs].join(' and ')
  return ` The customer must have confirmed ${what}; otherwise it answers 403 with the code ${UNCONFIRMED}.`
}

function endpointArticle(endpoint: Endpoint): Html {
  return html`<article id="${endpoint.name}">
<h3>${endpoint.name}</h3>
${pathsOf(endpoint).map((path) => html`<p class="path"><b>${endpoint.method}</b> <code>${path}</code></p>`)}
<p>${endpoint.summary}</p>
<p class="who">For ${WHO[endpoint.auth]}.${scopesOf(endpoint)}${needsOf(endpoint)} Answers ${endpoint.status}; refuses with ${refusalsOf(endpoint).join(', ')}.</p>
${headersTable(endpoint)}
${table('Path', fieldsOf(endpoint.params, 'input'))}
${table('Query', fieldsOf(endpoint.query, 'input'))}
${endpoint.body ? table('Body', fieldsOf(endpoint.body, 'input')) : html``}
${endpoint.status === 204 ? html`` : table('Reply', fieldsOf(endpoint.reply, 'output'))}
</article>`
}

function headersTable(endpoint: Endpoint): Html {
  const headers = headersOf(endpoint)
  if (headers.length === 0) return html``
  return html`<table><caption>Headers</caption>
<thead><tr><th scope="col">Header</th><th scope="col">For</th></tr></thead>
<tbody>${headers.map(
    ({ name, description }) => html`<tr><td><code>${name}</code></td><td>${description}</td></tr>`,
  )}</tbody></table>`
}

function eventsSection(): Html {
  return html`<section><h2 id="events">Realtime events</h2>
<p>On private channels <code>private-{prefix}.Models.Customer.{id}</code> (messages, offers, requests), the same with
<code>.Account.{account}</code> for a token that was made for one account, the same with <code>.Session</code> for what only a session may
hear, and <code>private-{prefix}.Models.Account.{id}</code>, by the Pusher protocol.</p>
${REALTIME_EVENTS.map(
  (event) => html`<article id="event-${event.name}"><h3>${event.name}</h3>
${table('Payload', fieldsOf(event.payload, 'output'))}</article>`,
)}</section>`
}

function table(caption: string, fields: readonly Field[]): Html {
  if (fields.length === 0) return html``
  return html`<table><caption>${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th></tr></thead>
<tbody>${fields.map(
    (field) =>
      html`<tr><td><code>${field.name}</code></td><td>${field.type}</td><td>${field.isRequired ? 'yes' : ''}</td></tr>`,
  )}</tbody></table>`
}

export const DOCS_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; color: CanvasText; background: Canvas; }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 14rem 1fr; gap: 0 2.5rem; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; }
}
nav h2 { font-size: .875rem; margin: 1rem 0 .25rem; text-transform: capitalize; }
nav ul { list-style: none; margin: 0; padding: 0; font-size: .875rem; }
main { min-width: 0; }
main h2 { text-transform: capitalize; border-bottom: 1px solid GrayText; padding-bottom: .25rem; }
article { margin: 2rem 0; }
h3 { margin: 0 0 .25rem; }
.path { margin: 0; overflow-wrap: anywhere; }
.who { font-size: .875rem; }
code { font: .875em ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; margin: .75rem 0; font-size: .875rem; }
caption { text-align: left; font-weight: 600; }
th, td { text-align: left; vertical-align: top; padding: .2rem .75rem .2rem 0; border-bottom: 1px solid color-mix(in srgb, CanvasText 18%, transparent); overflow-wrap: anywhere; }
`
