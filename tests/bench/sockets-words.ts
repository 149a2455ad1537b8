/** What the three processes of the socket benchmark say to each other. */
export const BENCH_APP = { appId: 'bench', key: 'bench-key', secret: 'bench-secret' } as const
/** All of its sockets are of one address. */
export const BENCH_SOCKET_LIMITS = { anonymousPerAddress: 10_000_000, provenPerAddress: 10_000_000 } as const
/** The public channel every socket is on. */
export const EVERYONE = 'bench-everyone'
export const EVERYONE_EVENT = 'BenchEvent'

export interface App {
  appId: string
  key: string
  secret: string
}

export interface Buyer {
  id: number
  token: string
}

export interface Started {
  url: string
  accountId: number
  buyers: Buyer[]
}

/** Bytes. */
export interface Memory {
  rss: number
  heap: number
}

/** What the clients are told to open: socket n joins the n-th private channel, if there is one, and the one of everybody. */
export interface OpenSockets {
  url: string
  app: App
  count: number
  privateChannels: readonly string[]
}

/** Moments of the shared clock at which a frame had been received by the first, half, and all of the sockets. */
export interface ArrivedAt {
  first: number
  half: number
  last: number
}
