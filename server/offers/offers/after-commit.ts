/** Says what a transaction about offers left to say, once it is committed: to both threads, both sides and everybody's list. */
import type { Database } from '#server/core/database/open.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { broadcastChanged } from '#server/deals/list/broadcast-changed.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { broadcastWallet } from '#server/payments/broadcast.ts'
import { notifyOffer } from './notify.ts'
import { offerRow } from './offer-row.ts'
import type { PendingEffects } from './pending-effects.ts'

export interface PendingEffectsDeps {
  db: Database
  broadcaster: Broadcaster
  prefix: string
  nowMs: () => number
  messenger: Pick<Messenger, 'announce'>
}

/** `except` is the socket of who moved; it is spared its own message on its own channel. */
export async function runPendingEffects(
  deps: PendingEffectsDeps,
  pendingEffects: PendingEffects,
  except: string | null = null,
): Promise<void> {
  for (const { message, written } of pendingEffects.messages)
    await deps.messenger.announce(message, written, except).catch(unlessGone)
  for (const id of pendingEffects.offerIds) {
    const row = await offerRow(deps.db, id)
    if (row) await notifyOffer(deps, row)
  }
  for (const id of pendingEffects.propertyIds) await broadcastChanged(deps, id)
  for (const id of pendingEffects.walletsOf) await broadcastWallet(deps, id)
}

/** The buyer deletes their account, and the thread with it, right after the move: nobody is left to be told. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal && error.status === 404)) throw error
}
