/** What `realtime-config` may say, of a backend and a socket server of one's own. */
import type { RealtimeConfig } from '#shared/contract/realtime-config.ts'
import type { FaceRealtime } from './face-types.ts'

const said = (name: keyof RealtimeConfig & string, says: string): FaceRealtime => ({ name, says })

export const REALTIME: readonly FaceRealtime[] = [
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
