/** Live messages on their way to their conversations. One of an unknown conversation waits until the list was read again. */
import { batch } from '@preact/signals-core'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import type { Log } from '#shared/lib/log.ts'
import type { Message } from '#shared/thread/model.ts'
import { toMessage } from '#shared/thread/translate.ts'

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
        const asked = strangers.length
        await deps.reload()
        const waiting = strangers
        strangers = []
        if (isEnded) return
        batch(() =>
          waiting.forEach((each, index) => {
            if (deps.isKnown(each.accountId)) deps.onMessage(each.accountId, each.message)
            // A seller who wrote while the list was read may be on the next one.
            else if (index >= asked) strangers.push(each)
          }),
        )
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
