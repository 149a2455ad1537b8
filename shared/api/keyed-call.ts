/** Calls that do nothing twice, however often they are sent. */
import type { CallOptions } from './client.ts'

export type KeyedCall = <T>(terms: unknown, call: (options: CallOptions) => Promise<T>) => Promise<T>

/** Until a call is answered, the same terms go out under the same `Idempotency-Key`. `terms` are anything JSON can tell apart. */
export function createKeyedCall(newKey = () => crypto.randomUUID() as string): KeyedCall {
  const keys = new Map<string, string>()
  return async (terms, call) => {
    const what = JSON.stringify(terms)
    const key = keys.get(what) ?? newKey()
    keys.set(what, key)
    const reply = await call({ headers: { 'Idempotency-Key': key } })
    keys.delete(what)
    return reply
  }
}
