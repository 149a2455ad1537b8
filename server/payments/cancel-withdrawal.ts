/** Cancels a withdrawal to a bank account for its owner: the money returns to the wallet, unless a member of staff has taken it in hand. */
import { holdCustomer } from '#server/accounts/login/hold-customer.ts'
import type { Database } from '#server/core/database/open.ts'
import { notFound, Refusal, unauthenticated } from '#server/core/http/refusal.ts'
import { bookReturn } from './send-withdrawal.ts'
import { isInHand, lockWithdrawal } from './withdrawal-rows.ts'

/** Throws 404 for another's, 409 `in_hand`, 409 `decided` when it goes to a card or has ended. */
export const cancelRequest = (
  db: Database,
  { id, customerId, nowMs }: { id: number; customerId: number; nowMs: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (!(await holdCustomer(trx, customerId))) throw unauthenticated()
    const row = await lockWithdrawal(trx, id)
    if (row?.customer_id !== customerId) throw notFound()
    if (row.state === 'sending') throw refused('decided', 'This withdrawal is on its way to your card.')
    if (row.state !== 'requested') throw refused('decided', `This withdrawal was ${row.state} already.`)
    if (isInHand(row)) throw refused('in_hand', 'Our team is paying this withdrawal out already.')
    await bookReturn(trx, row, { note: 'You cancelled it.', nowMs, isOwnAct: true })
  })

const refused = (code: string, message: string) => new Refusal(409, { message, code })
