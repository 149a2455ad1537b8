/** Live messages on their way to their conversations. One of an unknown conversation waits until the list was read again. */
import { batch } from '@preact/signals-core'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import type { Log } from '#shared/lib/log.ts'
import type { Message } from './model.ts'
import { toMessage } from './translate.ts'

export interface InboxDeps {
  readonly log: Log
  isKnown(accountId: number): boolean
  onMessage(accountId: number, message: Message): void
  /** Reads the list again; never rejects. */
  reload(): Promise<void>
}

interface Arrival {
  readonly accountId: number
  readonly message: Message
}

export interface Inbox {
  take(wire: TextMessageWire): void
  /** What arrives from now on waits. */
  hold(): void
  release(): void
  dispose(): void
}

export function createInbox(deps: InboxDeps): Inbox {
  let held: Arrival[] | null = null
  let strangers: Arrival[] = []
  let isReading = false
  let isEnded = false

  function deliver({ accountId, message }: Arrival): void {
    if (deps.isKnown(accountId)) deps.onMessage(accountId, message)
    else {
      strangers.push({ accountId, message })
      void introduce()
    }
  }

  /** One reload for a burst; one more for those who came too late for it. */
  async function introduce(): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      while (strangers.length > 0 && !isEnded) {
        const asking = strangers
        await deps.reload()
        const late = strangers.slice(asking.length)
        const waiting = asking.concat(late)
        strangers = []
        if (isEnded) return
        batch(() => {
          for (const each of waiting)
            if (deps.isKnown(each.accountId)) deps.onMessage(each.accountId, each.message)
            else if (late.includes(each)) strangers.push(each)
        })
      }
    } finally {
      isReading = false
    }
  }

  return {
    take(wire) {
      if (isEnded) return
      if (!wire.account_id) return deps.log.warn('A live message without an account id was dropped')
      const arrival = { accountId: wire.account_id, message: toMessage(wire) }
      if (held) held.push(arrival)
      else batch(() => deliver(arrival))
    },
    hold() {
      held ??= []
    },
    release() {
      const waiting = held ?? []
      held = null
      batch(() => waiting.forEach(deliver))
    },
    dispose() {
      isEnded = true
      held = null
      strangers = []
    },
  }
}
