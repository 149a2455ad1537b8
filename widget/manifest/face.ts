/** The shape of what an embedder can hold on to, and the one object that says all of it. Documentation, manifest and tests read it; no page does. */
import type { RealtimeConfig } from '#shared/contract/realtime-config.ts'
import { ATTRIBUTES, EVENTS, METHODS, PROPERTIES } from './element-face.ts'
import type { FaceRealtime, Said } from './face-types.ts'
import { CSS_PROPERTIES, PARTS, SLOTS } from './look-face.ts'

const said = (name: keyof RealtimeConfig & string, says: string): FaceRealtime => ({ name, says })

/** What `realtime-config` may say, of a backend and a socket server of one's own. */
const REALTIME: readonly FaceRealtime[] = [
  said('key', 'The application’s public key. The one that must be there.'),
  said('cluster', 'Of Pusher Channels, in place of a host.'),
  said('wsHost', 'Host of the socket; without it and without a cluster that of the API.'),
  said('wsPort', 'Port without TLS; without it that of the API on its own host, else 80.'),
  said('wssPort', 'Port with TLS; without it that of the API on its own host, else 443.'),
  said('wsPath', 'A path in front of `/app`, where a proxy wants one.'),
  said('forceTLS', 'Whether the socket is a secure one; without it as the API is, and so with a cluster.'),
  said('prefix', 'In front of `.Models.Customer.7` in the channel’s name; without it `App`.'),
  said('authEndpoint', 'Where channels are signed; without it `/broadcasting/auth` at the API’s origin.'),
  said('csrfToken', 'For a page with a Laravel session of its own: signs with that instead of the bearer.'),
  said('bearer', 'Whether the bearer signs; without it whenever there is no `csrfToken`.'),
  said('jobInterval', 'Milliseconds between two deliveries of read marks, from 200; without it 5000.'),
  said(
    'activityTimeout',
    'Milliseconds of silence after which pusher-js checks the socket; without it 120000. The element checks sooner: after 6 s, or 20 s on a hidden page.',
  ),
  said('pongTimeout', 'Milliseconds it may take to answer; without it 30000.'),
  said('unavailableTimeout', 'Milliseconds until it counts as out of reach; without it 10000.'),
]

/** What may be written on the launcher's script line. */
const LAUNCHER: readonly Said[] = [
  {
    name: 'data-key',
    says: 'The publishable key of a seller on Plat. The one that must be there, unless `data-api-base` is; what the page writes besides comes before what the key’s settings say.',
  },
  {
    name: 'data-api-base',
    says: 'The customer area of the backend; with `data-key` that of the server the script comes from.',
  },
  {
    name: 'data-token-url',
    says: 'An address of your own site that answers `{"token": "…"}` for the visitor who is logged in there.',
  },
  { name: 'data-token', says: 'A token instead of an address; it is taken out of the page at once.' },
  { name: 'data-realtime-config', says: 'Where live messages come from, as JSON.' },
  {
    name: 'data-account',
    says: 'Opens at the conversation with this account; with `data-key` it is the key’s own.',
  },
  {
    name: 'data-property',
    says: 'The id of the deal that the page is about: the first message written there shows it.',
  },
  {
    name: 'data-corner',
    says: '`bottom-right`, `bottom-left`, `top-right` or `top-left`; without it what the settings of `data-key` say, else `bottom-right`.',
  },
  {
    name: 'data-flavour',
    says: '`full` fetches the messenger with React; without it the smaller one, on Preact.',
  },
  { name: 'data-theme', says: '`light` or `dark`; without it the system’s.' },
]

export const FACE = {
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

export type Face = typeof FACE
