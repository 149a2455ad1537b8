/**
 * Follows the identity check live (spec section 4: the listener is rebound when the user id changes and removed when the user
 * goes). The socket is opened only while somebody follows; what was missed before it stood is asked for once it stands.
 */
import { computed, effect, type ReadonlySignal } from '@preact/signals-core'
import type { Live } from '#marketplace/kit/live.ts'
import { customerChannel, customerIdvStatusUpdated } from '#shared/contract/events.ts'
import { CHANNEL_PREFIX } from '#shared/contract/limits.ts'
import type { UserState, UserStore } from './user-store.ts'

export interface IdentityUpdatesDeps {
  user: Pick<UserStore, 'load' | 'adoptIdentity'> & { readonly state: ReadonlySignal<UserState> }
  live: Live
}

/** Returns what ends it. Each user id has one listener, and the former one is gone before the next. */
export function followIdentity(deps: IdentityUpdatesDeps): () => void {
  const userId = computed(() =>
    deps.user.state.value.phase === 'user' ? deps.user.state.value.user.id : null,
  )
  return effect(() => {
    const id = userId.value
    return id === null ? undefined : bind(id, deps)
  })
}

function bind(id: number, { user, live }: IdentityUpdatesDeps): () => void {
  return live.follow({
    what: 'The identity check',
    channel: () => customerChannel(CHANNEL_PREFIX, id),
    onSubscribed: () => void user.load(),
    listen: (channel) =>
      channel.listen(customerIdvStatusUpdated, ({ idv_status, idv_id }) => {
        user.adoptIdentity(idv_status ?? 'not_started', idv_id ?? null)
        // The event does not say why a check failed.
        if (idv_status !== 'success') void user.load()
      }),
  })
}
