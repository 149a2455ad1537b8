/** The wallet's balance in the top bar. Fetched after the page; without an answer there is simply none. */
import { useSignals } from '@preact/signals-react/runtime'
import { Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { WalletStore } from '#marketplace/buyer/platform/wallet-store.ts'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { BALANCE_REFRESH_GAP_MS } from '#shared/contract/limits.ts'
import { ledgerCents } from '#shared/format/money.ts'

export default function BalanceLink() {
  const services = useServices()
  const [wallet, setWallet] = useState<WalletStore | null>(null)
  // A store whose code does not come costs the figure, never the bar.
  useEffect(() => void services.wallet().then(setWallet, () => {}), [services])
  return wallet === null ? null : <Balance wallet={wallet} />
}

function Balance({ wallet }: { wallet: WalletStore }) {
  useSignals()
  useRefresh(wallet)
  const state = wallet.wallet.value
  if (state.phase !== 'ready') return null
  const balance = ledgerCents(state.value.balanceCents)
  return (
    <Link
      href="/profile/wallet"
      aria-label={`Wallet, ${balance}`}
      className="num inline-flex h-9 items-center gap-1.75 rounded-md px-2 font-label text-sm text-text-2 hover:bg-hover hover:text-text max-desk:hidden"
    >
      <Wallet size={15} strokeWidth={1.75} aria-hidden="true" />
      {balance}
    </Link>
  )
}

/** For another person, by live events, and when the tab is looked at again, for backends that send none. */
function useRefresh(wallet: WalletStore) {
  useSignals()
  const { user, clock } = useServices()
  const who = user.state.value
  const id = who.phase === 'user' ? who.user.id : null
  useEffect(() => {
    if (id === null) return
    let askedAtMs = clock.now()
    void wallet.loadWallet()
    const seen = () => {
      if (document.visibilityState !== 'visible' || clock.now() - askedAtMs < BALANCE_REFRESH_GAP_MS) return
      askedAtMs = clock.now()
      void wallet.loadWallet()
    }
    document.addEventListener('visibilitychange', seen)
    const leave = wallet.follow()
    return () => {
      document.removeEventListener('visibilitychange', seen)
      leave()
    }
  }, [wallet, clock, id])
}
