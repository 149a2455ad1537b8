/** The wallet store inside a component. */
import { use } from 'react'
import { useServices } from './services-context.tsx'
import type { WalletStore } from './wallet-store.ts'

/** Suspends until the store is there. */
export const useWallet = (): WalletStore => use(useServices().wallet())
