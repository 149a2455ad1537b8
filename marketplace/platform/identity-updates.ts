/**
 * Follows the identity check live (spec section 4: the listener is rebound when the user id changes and removed when the user
 * goes). The socket is opened only while somebody follows; what was missed before it stood is asked for once it stands.
 */
import { computed, effect, type ReadonlySignal } from '@preact/signals-core'
import type { Api } from '#shared/api/client.ts'
import { authoriseChannel, realtimeSettings } from '#shared/contract/broadcasting.ts'
import { customerChannel, customerIdvStatusUpdated } from '#shared/contract/events.ts'
import type { Log } from '#shared/lib/log.ts'
import type { Realtime } from '#shared/realtime/realtime.ts'
import type { UserState, UserStore } from './user-store.ts'

export interface IdentityUpdatesDeps {
  user: Pick<UserStore, 'load' | 'adoptIdentity'> & { readonly state: ReadonlySignal<UserState> }
  /** Opens a socket, and says under which prefix the channels are. */
  connect: () => Promise<{ realtime: Realtime; prefix: string }>
  log: Log
}

/** Returns what ends it. Each user id has one listener, and the former one is gone before the next. */
export function followIdentity({ user, connect, log }: IdentityUpdatesDeps): () => void {
  const userId = computed(() => (user.state.value.phase === 'user' ? user.state.value.user.id : null))
  return effect(() => {
    const id = userId.value
    return id === null ? undefined : bind(id, { user, connect, log })
  })
}

function bind(id: number, { user, connect, log }: IdentityUpdatesDeps): () => void {
  let isEnded = false
  let realtime: Realtime | null = null
  connect().then(
    (made) => {
      if (isEnded) return made.realtime.close()
      realtime = made.realtime
      const channel = realtime.join(customerChannel(made.prefix, id), {
        onSubscribed: () => void user.load(),
        onRefused: (reason) => log.warn('The identity check cannot be followed live', reason),
      })
      channel.listen(customerIdvStatusUpdated, ({ idv_status, idv_id }) => {
        if (isEnded) return
        user.adoptIdentity(idv_status ?? 'not_started', idv_id ?? null)
        // The event does not say why a check failed.
        if (idv_status !== 'success') void user.load()
      })
    },
    (error: unknown) =>
      log.warn('The identity check cannot be followed live', error instanceof Error ? error.name : undefined),
  )
  return () => {
    isEnded = true
    realtime?.close()
  }
}

/** Over the real socket, whose code is fetched with the first use. */
export async function connectLive(
  api: Api,
  log: Log,
  siteOrigin: string,
): Promise<{ realtime: Realtime; prefix: string }> {
  const [{ connectRealtime }, { prefix, ...config }] = await Promise.all([
    import('#shared/realtime/connect.ts'),
    api(realtimeSettings, {}),
  ])
  const realtime = connectRealtime({
    config: defined(config),
    siteOrigin,
    authorise: (socket_id, channel_name) => api(authoriseChannel, { body: { socket_id, channel_name } }),
    handlers: { onState: () => {} },
    log,
  })
  return { realtime, prefix }
}

/** Without what is absent, as exact types want it. */
function defined<T extends object>(given: T): { [K in keyof T]-?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]-?: Exclude<T[K], undefined>
  }
}
