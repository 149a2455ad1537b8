/**
 * Answers for a seller who is not in the seller app, so that one person alone sees a living conversation.
 * Every answer says that it is a demo reply. It knows no HTTP and no sockets: they are handed in.
 */
import type { CustomerMessage, FromAccount } from '#server/messaging/messenger.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { replyTo } from './reply-texts.ts'

export interface AutoReplyDeps {
  onCustomerMessage(handler: (message: CustomerMessage) => void): () => void
  sendFromAccount(message: FromAccount): Promise<unknown>
  /** True while somebody sits in the seller app of this account. */
  isSellerOnline(accountId: number): Promise<boolean>
  isDemoAccount(accountId: number): boolean
  clock: Clock
  warn(message: string): void
}

export interface AutoReply {
  isOn(): boolean
  turn(on: boolean): void
  stop(): void
}

const SHORTEST_MS = 1000
const SPREAD_MS = 1000
/** Spreads the ids over the second, so that two answers in a row do not take equally long. */
const STRIDE_MS = 377

export const DEMO_REPLY_MARK = '— Demo reply'

export function startAutoReply(deps: AutoReplyDeps, isOnAtFirst: boolean): AutoReply {
  let isOn = isOnAtFirst
  /** The message to answer by conversation: who writes twice in a row gets one answer, to the second text. */
  const waiting = new Map<string, { message: CustomerMessage; callOff: () => void }>()

  const forget = () => {
    for (const { callOff } of waiting.values()) callOff()
    waiting.clear()
  }
  const answer = async (key: string) => {
    const message = waiting.get(key)?.message
    waiting.delete(key)
    if (!message || (await deps.isSellerOnline(message.accountId))) return
    const body = `${replyTo(message.body, message.id)}\n${DEMO_REPLY_MARK}`
    await deps.sendFromAccount({
      customerId: message.customerId,
      accountId: message.accountId,
      body,
      isDemoReply: true,
    })
  }
  const unsubscribe = deps.onCustomerMessage((message) => {
    if (!isOn || !deps.isDemoAccount(message.accountId)) return
    const key = `${message.customerId}/${message.accountId}`
    const pending = waiting.get(key)
    if (pending) {
      pending.message = message
      return
    }
    const delayMs = SHORTEST_MS + ((message.id * STRIDE_MS) % SPREAD_MS)
    const callOff = deps.clock.after(delayMs, () => {
      answer(key).catch(() => deps.warn('a demo reply could not be sent'))
    })
    waiting.set(key, { message, callOff })
  })

  return {
    isOn: () => isOn,
    turn(on) {
      isOn = on
      if (!on) forget()
    },
    stop() {
      unsubscribe()
      forget()
    },
  }
}
