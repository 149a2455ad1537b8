/** What is kept of a message that the server has not confirmed: enough to look for it, and to send it. Never a token. */
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import type { ChosenFiles } from '../attachments/attachment-model.ts'

export interface KeptSend {
  readonly clientId: string
  readonly peerId: number
  readonly text: string
  readonly files?: ChosenFiles | undefined
  /** Its message is newer than this one. */
  readonly afterId: number
  readonly atMs: number
  /** Why it was not sent, in words, when it is known that no message came of it; else null. */
  readonly refusal: string | null
  /** Newer messages that other sends are known to have become. */
  readonly takenIds: readonly number[]
}

/** A kept send with its place among those of its page. */
export interface Line extends KeptSend {
  readonly place: number
}

export const writeLine = (send: KeptSend, place: number): string =>
  JSON.stringify([
    place,
    send.peerId,
    send.afterId,
    send.atMs,
    send.text,
    send.refusal,
    send.takenIds,
    ...(send.files?.length ? [send.files] : []),
  ] satisfies unknown[])

type Written = [number, number, number, number, string, string | null, readonly number[], ChosenFiles?]

/** Null for anything that this never wrote: a page's other scripts may write there too. */
export function readLine(clientId: string, written: string): Line | null {
  // It becomes a header.
  if (!/^[\w-]{8,64}$/.test(clientId)) return null
  const parts = parsed(written)
  if (!isWritten(parts)) return null
  const [place, peerId, afterId, atMs, text, refusal, takenIds, files] = parts
  return { clientId, place, peerId, afterId, atMs, text, files, refusal, takenIds }
}

function isWritten(parts: unknown): parts is Written {
  if (!Array.isArray(parts) || parts.length < 7) return false
  const [place, peerId, afterId, atMs, text, refusal, takenIds, files = []] = parts as unknown[]
  return (
    [place, peerId, afterId].every(isCount) &&
    peerId !== 0 &&
    Number.isFinite(atMs) &&
    typeof text === 'string' &&
    Array.isArray(files) &&
    files.every((file) => file?.ref) &&
    (text.trim() !== '' || files.length > 0) &&
    text.length <= MESSAGE_MAX_LENGTH &&
    (refusal === null || typeof refusal === 'string') &&
    Array.isArray(takenIds) &&
    takenIds.every(isCount)
  )
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
