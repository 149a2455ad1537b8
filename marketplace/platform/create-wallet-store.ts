/**
 * The wallet of whoever is logged in. Events and other tabs say only that something changed; the figures always come from the
 * server. Whoever logs out, or is somebody else by now, has none of them.
 */
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { Api } from '#shared/api/client.ts'
import { customerChannel, offerUpdated, walletUpdated } from '#shared/contract/events.ts'
import { getCurrentDeposit, getWallet } from '#shared/contract/money.ts'
import type { Log } from '#shared/lib/log.ts'
import type { Realtime } from '#shared/realtime/realtime.ts'
import { attempt, sayFailure } from './attempt.ts'
import type { ResourceState } from './resource.ts'
import type { TabTalk } from './tab-talk.ts'
import type { UserState } from './user-store.ts'
import type { Deposits, Wallet, WalletStore } from './wallet-store.ts'

export interface WalletStoreDeps {
  api: Api
  user: { readonly state: ReadonlySignal<UserState> }
  /** Opens a socket of its own, closed when nobody follows any more. */
  connect: () => Promise<{ realtime: Realtime; prefix: string }>
  talk: Pick<TabTalk, 'say' | 'on'>
  log: Log
}

const TOPIC = 'wallet'

export function createWalletStore(deps: WalletStoreDeps): WalletStore {
  const { api, talk } = deps
  const owner = computed(() =>
    deps.user.state.value.phase === 'user' ? deps.user.state.value.user.id : null,
  )
  const changes = signal(0)
  const wallet = kept<Wallet>(owner, async () => {
    const { data } = await api(getWallet, {})
    return {
      balanceCents: data.balance_cents,
      depositCents: data.deposit_cents,
      pendingCents: data.pending_cents,
      activeOffers: data.active_offers_count,
    }
  })
  const deposits = kept<Deposits>(owner, async (customer) => {
    const reply = await api(getCurrentDeposit, { params: { customer } })
    return { current: reply.data, earlier: reply.earlier ?? [] }
  })

  /** What nobody has asked for yet is not asked for by a change either. */
  function look() {
    changes.value++
    for (const one of [wallet, deposits]) if (one.isWanted()) void one.load()
  }
  effect(() => {
    void owner.value
    wallet.reset()
    deposits.reset()
  })
  talk.on(TOPIC, look)

  return {
    wallet: wallet.state,
    deposits: deposits.state,
    changes,
    loadWallet: wallet.load,
    loadDeposits: deposits.load,
    changed() {
      talk.say(TOPIC)
      look()
    },
    follow: follower(owner, deps, look),
  }
}

interface Kept<T> {
  readonly state: ReadonlySignal<ResourceState<T>>
  load(): Promise<void>
  isWanted(): boolean
  reset(): void
}

/** The newest answer for the owner there is; a failure shows only where nothing is known. */
function kept<T>(owner: ReadonlySignal<number | null>, ask: (owner: number) => Promise<T>): Kept<T> {
  const state: Signal<ResourceState<T>> = signal({ phase: 'loading' })
  let turn = 0
  let isWanted = false
  return {
    state,
    isWanted: () => isWanted,
    reset() {
      turn++
      isWanted = false
      state.value = { phase: 'loading' }
    },
    async load() {
      const mine = owner.peek()
      if (mine === null) return
      isWanted = true
      const asked = ++turn
      if (state.peek().phase === 'failed') state.value = { phase: 'loading' }
      const result = await attempt(ask(mine))
      if (asked !== turn) return
      if (result.kind === 'done') state.value = { phase: 'ready', value: result.value }
      else if (state.peek().phase !== 'ready')
        state.value = { phase: 'failed', message: sayFailure(result.failure).message ?? '' }
    },
  }
}

/** One socket for all who follow, and none without them. */
function follower(
  owner: ReadonlySignal<number | null>,
  { connect, log }: WalletStoreDeps,
  look: () => void,
): () => () => void {
  let followers = 0
  let end = () => {}
  return () => {
    if (followers++ === 0)
      end = effect(() => {
        const id = owner.value
        return id === null ? undefined : listen(id, { connect, log, look })
      })
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      if (--followers === 0) end()
    }
  }
}

/** Returns what ends it. What was missed before the channel stood is asked for once it stands, and after each break. */
function listen(
  userId: number,
  { connect, log, look }: Pick<WalletStoreDeps, 'connect' | 'log'> & { look: () => void },
): () => void {
  let isEnded = false
  let realtime: Realtime | null = null
  connect().then(
    (made) => {
      if (isEnded) return made.realtime.close()
      realtime = made.realtime
      const channel = realtime.join(customerChannel(made.prefix, userId), {
        onSubscribed: look,
        onRefused: (reason) => log.warn('The wallet cannot be followed live', reason),
      })
      channel.listen(walletUpdated, look)
      // An offer that is sent or ends takes or frees a slot of the deposit.
      channel.listen(offerUpdated, look)
    },
    (error: unknown) =>
      log.warn('The wallet cannot be followed live', error instanceof Error ? error.name : undefined),
  )
  return () => {
    isEnded = true
    realtime?.close()
  }
}
