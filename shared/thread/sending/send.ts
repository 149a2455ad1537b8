/** One message that was written here and has no server message yet: what is known of it, and what of that outlives the page. */
import type { Failure } from '#shared/api/api-error.ts'
import { ECHO_WINDOW_MS } from '#shared/contract/limits.ts'
import type { About, OutgoingMessage, SendState } from '#shared/thread/model.ts'
import type { ChosenFiles } from '../attachments/attachment-model.ts'
import { sendReason } from '../failure.ts'
import type { KeptSend } from './kept-send.ts'

export interface Send {
  readonly clientId: string
  /** Whose conversation it goes to: a buyer's sends name the account, a seller's the customer. */
  readonly peerId: number
  readonly text: string
  files?: ChosenFiles | undefined
  /** Its message is newer than this one. */
  afterId: number
  atMs: number
  failedAtMs: number
  state: SendState
  reason: string | null
  /** It has no message, whatever appears. */
  isSettled: boolean
  /** Its POST may have gone out. */
  isPosted: boolean
  /** It goes out only if the person retries it. */
  isHeld: boolean
  /** Of its last POST. */
  failure: Failure | null
  /** When a POST was last given up without an answer, so that the server may still process it; null if none was. */
  unansweredAtMs: number | null
  /** Calls about it that timed out: the next one may take longer. */
  timeouts: number
  /** What its page was about when it first went out. */
  about?: About | undefined
}

/** What became of the page before it was sent, for the person. */
const LEFT = 'This page was left before it was sent. Try again to send it now.'

export const newSend = (
  given: Pick<Send, 'clientId' | 'peerId' | 'text' | 'files' | 'afterId' | 'atMs'>,
): Send => ({
  ...given,
  failedAtMs: 0,
  state: 'sending',
  reason: null,
  isSettled: false,
  isPosted: false,
  isHeld: false,
  failure: null,
  unansweredAtMs: null,
  timeouts: 0,
})

/**
 * `mayGo`: it may be sent without asking the person. Its message is looked for first in any case, because its POST may have gone
 * out, at the latest now: the page that wrote it may have had another clock.
 */
export function sendOf(kept: KeptSend, mayGo: boolean, nowMs: number): Send {
  const { clientId, peerId, text, files, afterId, atMs, refusal } = kept
  const send = newSend({ clientId, peerId, text, files, afterId, atMs })
  if (refusal !== null) return { ...send, state: 'failed', isSettled: true, reason: refusal }
  // Its files were stored before it went out.
  if (lacksFiles(send)) return { ...send, isHeld: !mayGo }
  return { ...send, state: 'checking', isPosted: true, isHeld: !mayGo, unansweredAtMs: nowMs }
}

/** `confirmedIds`: messages that other sends became. One of the same words must not be taken for this one's. */
export function keptOf(send: Send, confirmedIds: Iterable<number>): KeptSend {
  const { clientId, peerId, text, files, afterId, atMs, reason, isSettled } = send
  const takenIds = [...confirmedIds].filter((id) => id > afterId).slice(-TAKEN_MOST)
  const refusal = isSettled && send.state === 'failed' ? (reason ?? '') : null
  return { clientId, peerId, text, files, afterId, atMs, refusal, takenIds }
}

/** More equal words than that are not sent while one of them waits. */
const TAKEN_MOST = 50

/** Some are not stored yet. */
export const lacksFiles = ({ files }: Send): boolean => files?.some(({ id }) => id === null) ?? false

/** As a POST names them. */
export const idsOf = (files: ChosenFiles | undefined) =>
  files?.length ? { attachment_ids: files.flatMap(({ id }) => id ?? []) } : {}

/** It goes no further unless the person retries it. */
export function setFailed(send: Send, isSettled: boolean, nowMs: number): void {
  const reason = send.failure ? sendReason(send.failure) : LEFT
  Object.assign(send, { state: 'failed', reason, isSettled, failedAtMs: nowMs })
}

/** The person retries it. */
export function setSending(send: Send, nowMs: number): Send {
  const state = send.isPosted ? 'checking' : 'sending'
  return Object.assign(send, { state, reason: null, isHeld: false, failure: null, atMs: nowMs })
}

/** The same words long after a send was looked for in vain are other words. */
export function closeLate(send: Send, nowMs: number): void {
  const isLooked = send.state === 'failed'
  if (isLooked && Math.abs(nowMs - send.failedAtMs) > ECHO_WINDOW_MS) send.isSettled = true
}

/** `isBehind`: an earlier one waits for a network, and so does this. A message that may have arrived cannot be withdrawn. */
export function outgoingOf(send: Send, isBehind: boolean): OutgoingMessage {
  const { clientId, text, files, atMs, reason, isPosted } = send
  const state = isBehind && send.state === 'sending' ? 'waiting' : send.state
  const canTakeBack = state === 'failed' || (!isPosted && (state === 'waiting' || lacksFiles(send)))
  return { clientId, text, files, atMs, state, reason, canTakeBack }
}

/** One that was looked for in vain has less of a claim to its words than one on its way. */
export const likeliestFirst = (sends: readonly Send[]): Send[] => {
  const isDoubtful = (send: Send) => Number(send.state === 'failed')
  return [...sends].sort((a, b) => isDoubtful(a) - isDoubtful(b))
}
