/** A message as it is said aloud: to whoever walks through the thread by keyboard, and when it comes in. */
import { actionLabel, stateLabel, visibleText } from '#shared/format/action-label.ts'
import { attachedWords } from '#shared/format/attached-words.ts'
import { dayLabel } from '#shared/format/day-label.ts'
import { messageTime } from '#shared/format/message-time.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { Message, OutgoingMessage, Row, SendState } from '#shared/thread/model.ts'
import { receiptWords } from '#shared/ui/receipt.tsx'

/** "Sent an inquiry, Is it vacant?, Third Ward, Houston" */
export function spokenWords({ action, message, attachments, property, offer, inquiry }: Message): string {
  const price = offer?.priceUsd == null ? null : formatMoney(offer.priceUsd)
  const state = stateLabel(inquiry?.state ?? null)
  return listed(
    actionLabel(action),
    state,
    visibleText(action, message),
    attachedWords(attachments),
    price,
    property?.address,
  )
}

/** "You: By Friday then., Tuesday, June 10, 2025, 9:42 AM". The moment comes last: who walks on has heard the words. */
export function spokenRow(row: Exclude<Row, { kind: 'date' }>, name: string): string {
  if (row.kind === 'message') {
    const { type, atMs, createdAt } = row.message
    const when = createdAt === null ? '' : listed(dayLabel(atMs), messageTime(atMs))
    const receipt = row.isOwnLast ? receiptWords(row.message) : ''
    return `${type === 'inbound' ? 'You' : name}: ${listed(spokenWords(row.message), when, receipt)}`
  }
  return spokenOutgoing(row.outgoing)
}

/** "You: By Friday then., Not sent, Too many messages." */
function spokenOutgoing({ text, state, reason }: OutgoingMessage): string {
  return `You: ${listed(text, SEND_STATES[state], reason)}`
}

/** The state of a message that has not arrived, or may not have. */
export const SEND_STATES: Readonly<Record<SendState, string>> = {
  sending: 'Sending',
  checking: 'Checking…',
  waiting: 'No connection. Sent as soon as it is back.',
  failed: 'Not sent',
}

const listed = (...words: (string | null | undefined)[]): string => words.filter(Boolean).join(', ')
