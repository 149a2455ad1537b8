/** Puts the wallet's store over the real socket. A chunk of its own. */
import { createWalletStore, type WalletStoreDeps } from './create-wallet-store.ts'
import { connectLive } from './identity-updates.ts'
import type { WalletStore } from './wallet-store.ts'

export function openWallet({
  origin,
  ...deps
}: Omit<WalletStoreDeps, 'connect'> & { origin: string }): WalletStore {
  return createWalletStore({ ...deps, connect: () => connectLive(deps.api, deps.log, origin) })
}
