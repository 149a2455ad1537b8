/**
 * The files that are on their way: how much of each went out, which failed and why (spec section 8; checklist OFR-14, OFR-16). Two
 * go at a time; one that fails holds nobody up. A file keeps its name of the upload, so that a repeat makes no second one. No React.
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { UploadError } from '#shared/api/send-form.ts'
import { FILE_MAX_BYTES } from '#shared/contract/limits.ts'

export type UploadState =
  | { readonly kind: 'waiting' }
  /** `share` from 0 to 1; at 1 the server looks at the file. */
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'failed'; readonly words: string; readonly canRetry: boolean }

export interface UploadRow {
  readonly ref: string
  readonly name: string
  readonly sizeBytes: number
  readonly state: UploadState
}

export interface UploadQueue {
  readonly rows: ReadonlySignal<readonly UploadRow[]>
  /** What happened last, for those who do not see the rows. */
  readonly news: ReadonlySignal<string>
  add(files: readonly File[]): void
  retry(ref: string): void
  /** Stops it, or takes a failed one off the list. */
  drop(ref: string): void
  /** Stops all. */
  dispose(): void
}

export interface UploadQueueDeps {
  /** Sends one file; rejects with `UploadError`, or with the signal's reason. */
  send(file: File, ref: string, watch: Watch): Promise<unknown>
  newRef: () => string
  onUploaded: (reply: unknown) => void
}

export interface Watch {
  onProgress: (share: number) => void
  signal: AbortSignal
}

const AT_ONCE = 2
const MEGABYTE = 1024 * 1024
export const TOO_LARGE = `This file is larger than ${FILE_MAX_BYTES / MEGABYTE} MB. Choose a smaller one, or a copy with fewer pages.`

export function createUploadQueue({ send, newRef, onUploaded }: UploadQueueDeps): UploadQueue {
  const rows = signal<readonly UploadRow[]>([])
  const news = signal('')
  const files = new Map<string, File>()
  const running = new Map<string, AbortController>()

  const set = (ref: string, state: UploadState) => {
    rows.value = rows.peek().map((row) => (row.ref === ref ? { ...row, state } : row))
  }
  const forget = (ref: string) => {
    rows.value = rows.peek().filter((row) => row.ref !== ref)
    files.delete(ref)
  }
  const next = () => {
    for (const { ref, state } of rows.peek())
      if (state.kind === 'waiting' && running.size < AT_ONCE && !running.has(ref)) void run(ref)
  }

  async function run(ref: string): Promise<void> {
    const file = files.get(ref)
    if (!file) return
    const stop = new AbortController()
    running.set(ref, stop)
    set(ref, { kind: 'sending', share: 0 })
    const onProgress = (share: number) => {
      if (running.get(ref) === stop) set(ref, { kind: 'sending', share })
    }
    try {
      const reply = await send(file, ref, { onProgress, signal: stop.signal })
      forget(ref)
      news.value = `${file.name} is uploaded.`
      onUploaded(reply)
    } catch (error) {
      if (!stop.signal.aborted) fail(ref, file, error)
    } finally {
      running.delete(ref)
      next()
    }
  }

  function fail(ref: string, file: File, error: unknown): void {
    if (!(error instanceof UploadError)) throw error
    const words = wordsOf(error)
    set(ref, { kind: 'failed', words, canRetry: true })
    news.value = `${file.name}: ${words}`
  }

  return {
    rows,
    news,
    add(chosen) {
      for (const file of chosen) {
        if ([...files.values()].some((other) => isSame(other, file))) continue
        const ref = newRef()
        files.set(ref, file)
        const state: UploadState =
          file.size > FILE_MAX_BYTES
            ? { kind: 'failed', words: TOO_LARGE, canRetry: false }
            : { kind: 'waiting' }
        rows.value = [...rows.peek(), { ref, name: file.name, sizeBytes: file.size, state }]
        if (state.kind === 'failed') news.value = `${file.name}: ${state.words}`
      }
      next()
    },
    retry(ref) {
      set(ref, { kind: 'waiting' })
      next()
    },
    drop(ref) {
      running.get(ref)?.abort()
      forget(ref)
    },
    dispose() {
      for (const stop of running.values()) stop.abort()
    },
  }
}

/** The same choice made twice. */
const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** `Upload failed with status 422. This PDF is damaged …`; a broken connection has no status. */
function wordsOf({ message, failure }: UploadError): string {
  if (failure.kind === 'offline') return 'The connection broke off. Nothing was stored: try again.'
  if (failure.kind === 'timeout') return 'This took too long. Nothing was stored: try again.'
  return `${message}. ${formMessage(sayFailure(failure))}`
}
