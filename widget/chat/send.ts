/** One message that was written here and has no server message yet: what is known of it, and what of that outlives the page. */
import type { Failure } from '#shared/api/api-error.ts'
import type { KeptSend } from './kept/kept-send.ts'

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

export const isForWantOfNetwork = ({ kind }: Failure): boolean => kind === 'offline' || kind === 'timeout'

/** One that was looked for in vain has less of a claim to its words than one on its way. */
export const likeliestFirst = (sends: readonly Send[]): Send[] => {
  const isDoubtful = (send: Send) => Number(send.state === 'failed' && send.outcome === 'open')
  return [...sends].sort((a, b) => isDoubtful(a) - isDoubtful(b))
}
