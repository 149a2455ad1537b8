/** One message that was written here and has no server message yet: what is known of it, and what of that outlives the page. */
import type { Failure } from '#shared/api/api-error.ts'
import { ECHO_WINDOW_MS } from '#shared/contract/limits.ts'
import { sendReason } from './failure.ts'
import type { KeptSend } from './kept/kept-send.ts'
import type { OutgoingMessage } from './model.ts'

export interface Send {
  readonly clientId: string
  readonly accountId: number
  readonly text: string
  /** Its message is newer than this one. */
  afterId: number
  atMs: number
  failedAtMs: number
  state: 'sending' | 'failed'
  reason: string | null
  /** `settled`: it has no message. `open`: it may have one. `unread`: and nobody has looked. */
  outcome: 'settled' | 'open' | 'unread'
  /** Its POST may have gone out. */
  isPosted: boolean
  /** For want of a network: it goes again when there is one. */
  isWaiting: boolean
}

/** What became of the page before it was sent, for the person. */
const LEFT = 'This page was left before it was sent. Try again to send it now.'

export const newSend = (given: Pick<Send, 'clientId' | 'accountId' | 'text' | 'afterId' | 'atMs'>): Send => ({
  ...given,
  failedAtMs: 0,
  state: 'sending',
  reason: null,
  outcome: 'open',
  isPosted: false,
  isWaiting: false,
})

/** `mayGo`: without a word of the person. It is looked for first either way, for its POST may have gone out. */
export function sendOf(kept: KeptSend, mayGo: boolean): Send {
  const { clientId, accountId, text, afterId, atMs, refusal } = kept
  const send = newSend({ clientId, accountId, text, afterId, atMs })
  if (refusal !== null) return { ...send, state: 'failed', outcome: 'settled', reason: refusal }
  const unread: Send = { ...send, outcome: 'unread', isPosted: true }
  return mayGo ? unread : { ...unread, state: 'failed', reason: LEFT }
}

/** `confirmedIds`: messages that other sends became. One of the same words must not be taken for this one's. */
export function keptOf(send: Send, confirmedIds: Iterable<number>): KeptSend {
  const { clientId, accountId, text, afterId, atMs, reason, outcome } = send
  const takenIds = [...confirmedIds].filter((id) => id > afterId).slice(-TAKEN_MOST)
  const refusal = outcome === 'settled' && send.state === 'failed' ? (reason ?? '') : null
  return { clientId, accountId, text, afterId, atMs, refusal, takenIds }
}

/** More equal words than that are not sent while one of them waits. */
const TAKEN_MOST = 50

export function setFailed(send: Send, failure: Failure, outcome: Send['outcome'], nowMs: number): void {
  const isForWantOfNetwork = failure.kind === 'offline' || failure.kind === 'timeout'
  const isWaiting = outcome !== 'settled' && isForWantOfNetwork
  Object.assign(send, { state: 'failed', reason: sendReason(failure), outcome, isWaiting, failedAtMs: nowMs })
}

/** Failed, and nobody knows whether its message is there. */
export const isUnseen = ({ state, outcome }: Send): boolean => state === 'failed' && outcome === 'unread'

export const setSending = (send: Send, nowMs: number): Send =>
  Object.assign(send, { state: 'sending', reason: null, isWaiting: false, atMs: nowMs })

/** The message taken for this send's was another's with the same words: it has failed after all. */
export const failedAfterAll = (send: Send): Send =>
  Object.assign(send, { state: 'failed', reason: send.reason ?? sendReason({ kind: 'timeout' }) })

/** The same words long after a send was looked for in vain are other words. */
export function closeLate(send: Send, nowMs: number): void {
  const isLooked = send.state === 'failed' && send.outcome === 'open'
  if (isLooked && Math.abs(nowMs - send.failedAtMs) > ECHO_WINDOW_MS) send.outcome = 'settled'
}

export const outgoingOf = ({ clientId, text, atMs, state, reason }: Send): OutgoingMessage => ({
  clientId,
  text,
  atMs,
  state,
  reason,
})

/** One that was looked for in vain has less of a claim to its words than one on its way. */
export const likeliestFirst = (sends: readonly Send[]): Send[] => {
  const isDoubtful = (send: Send) => Number(send.state === 'failed' && send.outcome === 'open')
  return [...sends].sort((a, b) => isDoubtful(a) - isDoubtful(b))
}
