/**
 * The wallet of whoever is logged in. Events and other tabs say only that something changed; the figures always come from the
 * server. Whoever logs out, or is somebody else by now, has none of them.
 */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core'
import { type Live, whileUsed } from '#marketplace/kit/live.ts'
import { createOwnedResource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import { customerChannel, offerUpdated, sessionChannel, walletUpdated } from '#shared/contract/events.ts'
import { getCurrentDeposit, getWallet } from '#shared/contract/money.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { TabBroadcast } from './tab-broadcast.ts'
import type { UserState } from './user-store.ts'
import type { Deposits, Wallet, WalletStore } from './wallet-store.ts'

export interface WalletStoreDeps {
  api: Api
  user: { readonly state: ReadonlySignal<UserState> }
  clock: Clock
  live: Live
  tabBroadcast: Pick<TabBroadcast, 'say' | 'on'>
}

const TOPIC = 'wallet'

export function createWalletStore({ api, user, clock, live, tabBroadcast }: WalletStoreDeps): WalletStore {
  const owner = computed(() => (user.state.value.phase === 'user' ? user.state.value.user.id : null))
  const changes = signal(0)
  const askWallet = async (): Promise<Wallet> => {
    const { data } = await api(getWallet, {})
    return {
      balanceCents: data.balance_cents,
      depositCents: data.deposit_cents,
      pendingCents: data.pending_cents,
      activeOffers: data.active_offers_count,
    }
  }
  const askDeposits = async (customer: number): Promise<Deposits> => {
    const reply = await api(getCurrentDeposit, { params: { customer } })
    return { current: reply.data, earlier: reply.earlier ?? [] }
  }
  const wallet = createOwnedResource(owner, askWallet, clock)
  const deposits = createOwnedResource(owner, askDeposits, clock)

  /** What nobody has asked for yet is not asked for by a change either. */
  function look() {
    changes.value++
    void wallet.refresh()
    void deposits.refresh()
  }
  tabBroadcast.on(TOPIC, look)

  const listen = (id: number) => {
    const leaveWallet = live.follow({
      what: 'The wallet',
      channel: (prefix) => sessionChannel(prefix, id),
      onSubscribed: look,
      listen: (channel) => channel.listen(walletUpdated, look),
    })
    // An offer that is sent or ends uses or frees a slot of the deposit.
    const leaveOffers = live.follow({
      what: 'Offers on the wallet',
      channel: (prefix) => customerChannel(prefix, id),
      onSubscribed: look,
      listen: (channel) => channel.listen(offerUpdated, look),
    })
    return () => {
      leaveWallet()
      leaveOffers()
    }
  }

  return {
    wallet: wallet.state,
    deposits: deposits.state,
    changes,
    loadWallet: wallet.load,
    loadDeposits: deposits.load,
    changed() {
      tabBroadcast.say(TOPIC)
      look()
    },
    follow: whileUsed(() => effect(() => (owner.value === null ? undefined : listen(owner.value)))),
  }
}
