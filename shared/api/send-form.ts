/**
 * Sends a multipart form with a file, with progress. JSON calls go through the client; fetch tells nothing about how much has been
 * sent, so uploads use XMLHttpRequest.
 */
import * as z from 'zod/mini'
import { UPLOAD_STALL_MS, UPLOAD_TIMEOUT_MS } from '#shared/contract/limits.ts'
import { problem } from '#shared/contract/wire.ts'
import { ApiError, type Failure } from './api-error.ts'

export interface FormToSend {
  url: string
  form: FormData
  headers: Readonly<Record<string, string>>
  /** Share sent so far, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  createRequest?: () => XMLHttpRequest
  /** Milliseconds from any fixed moment. */
  now?: () => number
}

/** Its message is the spec's: `Upload failed with status {n}` (section 8); without any answer the status is 0. */
export class UploadError extends ApiError {
  constructor(failure: Failure, status: number) {
    super('upload', failure)
    this.message = `Upload failed with status ${status}`
  }
}

/** Resolves with the JSON of the answer. Rejects with `UploadError`, or with the signal's reason when aborted. */
export function sendForm({
  url,
  form,
  headers,
  onProgress,
  signal,
  createRequest,
  now = clockMs,
}: FormToSend): Promise<unknown> {
  const request = createRequest?.() ?? new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', url)
    const beganAt = now()
    request.timeout = UPLOAD_STALL_MS
    request.setRequestHeader('Accept', 'application/json')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      // Counted from the beginning: what moves may go on, what stands still has failed (trap T-09).
      request.timeout = Math.min(now() - beganAt + UPLOAD_STALL_MS, UPLOAD_TIMEOUT_MS)
      onProgress?.(total > 0 ? Math.min(1, loaded / total) : 0)
    }
    request.onload = () => {
      const { status } = request
      if (status >= 200 && status < 300) resolve(jsonOf(request.responseText))
      else reject(new UploadError(refusal(request), status))
    }
    request.onerror = () => reject(new UploadError({ kind: 'offline' }, 0))
    request.ontimeout = () => reject(new UploadError({ kind: 'timeout' }, 0))
    request.onabort = () => reject(signal?.reason)
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

const clockMs = () => performance.now()

function refusal(request: XMLHttpRequest): Failure {
  const parsed = z.safeParse(problem, jsonOf(request.responseText))
  const seconds = Number(request.getResponseHeader('Retry-After'))
  return {
    kind: 'refused',
    status: request.status,
    problem: parsed.success ? parsed.data : { message: '' },
    retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null,
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
