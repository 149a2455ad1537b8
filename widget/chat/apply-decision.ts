/** What a decision about an address request changes in a thread: its state, and once granted the address on the deal's cards. */

import type { Message } from '#shared/thread/model.ts'
import type { MessageLog } from './message-log.ts'

/** As much of the live event as it takes; names of the wire. */
export interface Decision {
  readonly id: number
  readonly property_id: number
  readonly state?: string | null | undefined
  readonly address?: string | null | undefined
}

/** The messages that are different now. */
export const decided = (log: MessageLog, { id, property_id, state, address }: Decision): Message[] =>
  log.all().flatMap((message) => {
    const isAsked = message.inquiry?.id === id
    const opened = address && message.property?.id === property_id ? { ...message.property, address } : null
    if (!isAsked && !opened) return []
    return {
      ...message,
      inquiry: isAsked ? { id, state: state ?? null } : message.inquiry,
      property: opened ?? message.property,
    }
  })
