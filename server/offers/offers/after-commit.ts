/** Says what a transaction about offers left to say, once it is committed: to both threads, both sides and everybody's list. */
import type { Database } from '#server/core/database/open.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { tellChanged } from '#server/deals/list/tell-changed.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { tellWallet } from '#server/payments/tell.ts'
import { offerRow } from './offer-row.ts'
import type { Aftermath } from './pending-effects.ts'
import { tellOffer } from './tell.ts'

export interface AftermathDeps {
  db: Database
  broadcaster: Broadcaster
  prefix: string
  nowMs: () => number
  messenger: Pick<Messenger, 'announce'>
}

/** `except` is the socket of who moved; it is spared its own message on its own channel. */
export async function tellAftermath(
  deps: AftermathDeps,
  aftermath: Aftermath,
  except: string | null = null,
): Promise<void> {
  for (const { message, written } of aftermath.messages)
    await deps.messenger.announce(message, written, except).catch(unlessGone)
  for (const id of aftermath.offerIds) {
    const row = await offerRow(deps.db, id)
    if (row) await tellOffer(deps, row)
  }
  for (const id of aftermath.propertyIds) await tellChanged(deps, id)
  for (const id of aftermath.walletsOf) await tellWallet(deps, id)
}

/** The buyer deletes their account, and the thread with it, right after the move: nobody is left to be told. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal && error.status === 404)) throw error
}
