/** The page's live connection over a real socket. A separate chunk. */
import type { Api } from '#shared/api/client.ts'
import {
  authoriseChannel,
  realtimeSettings,
  type sellerAuthoriseChannel,
} from '#shared/contract/broadcasting.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { connectRealtime } from '#shared/realtime/connect.ts'
import type { RealtimeState } from '#shared/realtime/realtime.ts'
import { checkedSocket, type Connection as ServerConnection } from './connection.ts'
import { type Connection, createLive, type OpenLive } from './live.ts'

interface SocketDeps {
  readonly api: Api
  readonly clock: Clock
  readonly connection: Pick<ServerConnection, 'check'>
  readonly log: Log
  readonly siteOrigin: string
  /** Asks who may join a private channel: the buyers' unless it is given. */
  readonly authorise?: typeof authoriseChannel | typeof sellerAuthoriseChannel
}

export const openLive = (deps: SocketDeps): OpenLive =>
  createLive({ ...deps, connect: (onState) => connectSocket(deps, onState) })

async function connectSocket(
  { api, connection, log, siteOrigin, authorise = authoriseChannel }: SocketDeps,
  onState: (state: RealtimeState) => void,
): Promise<Connection> {
  const { prefix, ...config } = await api(realtimeSettings, {})
  const check = checkedSocket(connection)
  const changed = (state: RealtimeState) => {
    check(state)
    onState(state)
  }
  const realtime = connectRealtime({
    config: defined(config),
    siteOrigin,
    authorise: (socket_id, channel_name) => api(authorise, { body: { socket_id, channel_name } }),
    handlers: { onState: changed },
    log,
  })
  return { realtime, prefix }
}

/** Without absent fields, as exact types require. */
function defined<T extends object>(given: T): { [K in keyof T]-?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]-?: Exclude<T[K], undefined>
  }
}
