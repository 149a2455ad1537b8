/** The shape of what an embedder can hold on to, and the one object that says all of it. Documentation, manifest and tests read it; no page does. */
import type { RealtimeConfig } from '#shared/contract/realtime-config.ts'
import { ATTRIBUTES, EVENTS, METHODS, PROPERTIES } from './element-manifest.ts'
import type { ManifestEntry, ManifestRealtime } from './manifest-types.ts'
import { CSS_PROPERTIES, PARTS, SLOTS } from './style-manifest.ts'

const said = (name: keyof RealtimeConfig & string, says: string): ManifestRealtime => ({ name, says })

/** What `realtime-config` may say, of a backend and a socket server of one's own. */
const REALTIME: readonly ManifestRealtime[] = [
  said('key', 'The application’s public key. Required.'),
  said('cluster', 'The cluster of Pusher Channels, instead of a host.'),
  said('wsHost', 'Host of the socket. The default without a cluster is the API’s host.'),
  said('wsPort', 'Port without TLS. The default is the API’s port on its own host, otherwise 80.'),
  said('wssPort', 'Port with TLS. The default is the API’s port on its own host, otherwise 443.'),
  said('wsPath', 'A path before `/app`, if a proxy needs one.'),
  said(
    'forceTLS',
    'Whether the socket uses TLS. The default is the same as the API, and true with a cluster.',
  ),
  said('prefix', 'The channel’s name before `.Models.Customer.7`. The default is `App`.'),
  said(
    'authEndpoint',
    'The URL that signs channels. The default is `/broadcasting/auth` at the API’s origin.',
  ),
  said(
    'csrfToken',
    'For a page with its own Laravel session: signs with this token instead of the bearer token.',
  ),
  said('bearer', 'Whether to sign with the bearer token. The default is true without a `csrfToken`.'),
  said('jobInterval', 'Milliseconds between two reports of read marks, at least 200. The default is 5000.'),
  said(
    'activityTimeout',
    'Milliseconds of silence after which pusher-js checks the socket. The default is 120000. The element checks sooner: after 6 s, or 20 s on a hidden page.',
  ),
  said('pongTimeout', 'Milliseconds to wait for the answer. The default is 30000.'),
  said('unavailableTimeout', 'Milliseconds until the server counts as unreachable. The default is 10000.'),
  said('currency', 'The sign before every amount, e.g. `€`. The default is `$`.'),
]

/** What may be written on the launcher's script line. */
const LAUNCHER: readonly ManifestEntry[] = [
  {
    name: 'data-key',
    says: 'The publishable key of a seller on Plat. Required unless `data-api-base` is set. Other attributes on the line override the key’s settings.',
  },
  {
    name: 'data-api-base',
    says: 'The customer area of the backend. The default with `data-key` is that of the server that serves the script.',
  },
  {
    name: 'data-token-url',
    says: 'A URL on your own site that answers `{"token": "…"}` for the visitor who is logged in there; with `data-key` also `{"assertion": "…"}`.',
  },
  { name: 'data-token', says: 'A token instead of a URL. It is removed from the page at once.' },
  { name: 'data-realtime-config', says: 'The realtime server, as JSON.' },
  {
    name: 'data-account',
    says: 'Opens the conversation with this account. The default with `data-key` is the key’s account.',
  },
  {
    name: 'data-property',
    says: 'The id of the deal that the page is about. The first message from there shows it.',
  },
  {
    name: 'data-corner',
    says: '`bottom-right`, `bottom-left`, `top-right` or `top-left`; the default comes from the settings of `data-key`, or else is `bottom-right`.',
  },
  {
    name: 'data-accent',
    says: 'A CSS color for the button and the messenger’s accents. The default comes from the settings of `data-key`.',
  },
  {
    name: 'data-pages',
    says: 'Paths on which the launcher appears, separated by spaces; `*` matches anything: `/homes/* /contact`. The default comes from the settings of `data-key`, or else is every page. It is compared once, when the page loads.',
  },
  {
    name: 'data-greeting',
    says: 'With `data-key`: what a visitor who has not written yet reads first. The default comes from the key’s settings.',
  },
  {
    name: 'data-hours',
    says: 'With `data-key`: the opening hours and their time zone, like `Mo-Fr 09:00-17:00; Sa,Su 10:00-14:00 America/Chicago`. The default comes from the key’s settings.',
  },
  {
    name: 'data-flavour',
    says: '`full` loads the messenger with React. The default is the smaller one, on Preact.',
  },
  { name: 'data-theme', says: '`light` or `dark`. The default is the system’s theme.' },
]

export const ELEMENT_API = {
  tag: 'plat-messenger',
  className: 'PlatMessengerElement',
  attributes: ATTRIBUTES,
  properties: PROPERTIES,
  methods: METHODS,
  events: EVENTS,
  slots: SLOTS,
  parts: PARTS,
  cssProperties: CSS_PROPERTIES,
  launcher: LAUNCHER,
  realtime: REALTIME,
} as const

export type Manifest = typeof ELEMENT_API
