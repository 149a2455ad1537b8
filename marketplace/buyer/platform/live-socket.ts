/** The page's live connection over a real socket. A separate chunk. */
import { checkedSocket, type Connection as ServerConnection } from '#marketplace/kit/connection.ts'
import type { Api } from '#shared/api/client.ts'
import { authoriseChannel, realtimeSettings } from '#shared/contract/broadcasting.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { connectRealtime } from '#shared/realtime/connect.ts'
import type { RealtimeState } from '#shared/realtime/realtime.ts'
import { type Connection, createLive, type Live } from './live.ts'

interface SocketDeps {
  readonly api: Api
  readonly clock: Clock
  readonly connection: Pick<ServerConnection, 'check'>
  readonly log: Log
  readonly siteOrigin: string
}

export const openLive = (deps: SocketDeps): Live =>
  createLive({ ...deps, connect: (onState) => connectSocket(deps, onState) })

async function connectSocket(
  { api, connection, log, siteOrigin }: SocketDeps,
  onState: (state: RealtimeState) => void,
): Promise<Connection> {
  const { prefix, ...config } = await api(realtimeSettings, {})
  const authorise = (socket_id: string, channel_name: string) =>
    api(authoriseChannel, { body: { socket_id, channel_name } })
  const check = checkedSocket(connection)
  const changed = (state: RealtimeState) => {
    check(state)
    onState(state)
  }
  const realtime = connectRealtime({
    config: defined(config),
    siteOrigin,
    authorise,
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
