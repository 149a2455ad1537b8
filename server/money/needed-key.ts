/** The `Idempotency-Key` of a call that moves money: without it a lost answer could be paid for twice. */
import { invalid } from '#server/http/refusal.ts'
import { idempotencyKey } from '#server/messenger/rules.ts'

export function neededKey(header: string | string[] | undefined): string {
  const key = idempotencyKey(header)
  if (key === null)
    throw invalid({
      'Idempotency-Key': ['Send a key of your own with each payment; repeat it when you repeat the call.'],
    })
  return key
}
