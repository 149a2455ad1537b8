/** The wallet store inside a component. */
import { use, useEffect } from 'react'
import { useServices } from './services-context.tsx'
import type { WalletStore } from './wallet-store.ts'

/** Suspends until the store is there. */
export const useWallet = (): WalletStore => use(useServices().wallet())

/** The same for what shows figures: they are loaded, once for all that mount together, and followed live. */
export function useLiveWallet(): WalletStore {
  const store = useWallet()
  useEffect(() => {
    void store.loadWallet()
    return store.follow()
  }, [store])
  return store
}
