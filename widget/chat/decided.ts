/** What a decision about an address request changes in a thread: its state, and once granted the address on the deal's cards. */
import type { MessageLog } from './message-log.ts'
import type { Message } from './model.ts'

/** As much of the live event as it takes; names of the wire. */
export interface Decision {
  readonly id: number
  readonly property_id: number
  readonly state?: string | null | undefined
  readonly address?: string | null | undefined
}

/** The messages that are different now. */
export function decided(log: MessageLog, { id, property_id, state, address }: Decision): Message[] {
  const changed: Message[] = []
  for (let index = 0; index < log.size; index++) {
    const message = log.at(index)
    if (!message) continue
    const isAsked = message.inquiry?.id === id
    const opened = address && message.property?.id === property_id ? { ...message.property, address } : null
    if (isAsked || opened)
      changed.push({
        ...message,
        inquiry: isAsked ? { id, state: state ?? null } : message.inquiry,
        property: opened ?? message.property,
      })
  }
  return changed
}
