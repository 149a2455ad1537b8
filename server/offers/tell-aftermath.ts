/** Says what a transaction about offers left to say, once it is committed: to both threads, both sides and everybody's list. */
import type { Database } from '#server/database/open.ts'
import { tellChanged } from '#server/deals/tell-changed.ts'
import type { Messenger } from '#server/messenger/messenger.ts'
import { tellWallet } from '#server/money/tell.ts'
import type { Broadcaster } from '#server/realtime/broadcaster.ts'
import type { Aftermath } from './aftermath.ts'
import { offerRow } from './offer-row.ts'
import { tellOffer } from './tell.ts'

export interface AftermathDeps {
  db: Database
  broadcaster: Broadcaster
  prefix: string
  messenger: Pick<Messenger, 'announce'>
}

/** `except` is the socket of who moved; it is spared its own message on its own channel. */
export async function tellAftermath(
  deps: AftermathDeps,
  aftermath: Aftermath,
  except: string | null = null,
): Promise<void> {
  for (const { message, written } of aftermath.messages)
    await deps.messenger.announce(message, written, except)
  for (const id of aftermath.offerIds) {
    const row = await offerRow(deps.db, id)
    if (row) await tellOffer(deps, row)
  }
  for (const id of aftermath.propertyIds) await tellChanged(deps, id)
  for (const id of aftermath.walletsOf) await tellWallet(deps, id)
}
