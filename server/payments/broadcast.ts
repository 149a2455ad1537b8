/** Says live that money of a customer has changed. A hint: what it is now, the reader asks. */
import type { RoomDeps } from '#server/providers/app-context.ts'
import { sessionChannel, walletUpdated } from '#shared/contract/events.ts'

/** After commit. Never rejects. */
export async function broadcastWallet(
  { broadcaster, prefix }: Pick<RoomDeps, 'broadcaster' | 'prefix'>,
  customerId: number,
  paymentId?: number | null,
): Promise<void> {
  await broadcaster.broadcast(sessionChannel(prefix, customerId), walletUpdated, {
    payment_id: paymentId ?? null,
  })
}
