/**
 * Sends a file as a multipart form, with progress. JSON calls go through the API client; fetch tells nothing about how much
 * has been sent, so uploads use XMLHttpRequest.
 */
import * as z from 'zod/mini'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import { UPLOAD_STALL_MS, UPLOAD_TIMEOUT_MS } from '#shared/contract/limits.ts'
import { problem } from '#shared/contract/wire.ts'

export interface Upload {
  /** A path of this site, e.g. `/customer/api/auth/update-avatar`. */
  path: string
  form: FormData
  /** The CSRF token of the moment, or null. */
  csrf: () => string | null
  /** Asked once after a 401; when it answers true the file is sent again. */
  onUnauthorised?: () => Promise<boolean>
  /** Asked once after a 419: fetches a fresh CSRF token. When it answers true the file is sent again. */
  onCsrfMismatch?: () => Promise<boolean>
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
export async function upload(settings: Upload): Promise<unknown> {
  const { onUnauthorised, onCsrfMismatch } = settings
  let sent = send(settings)
  if (onCsrfMismatch && (await isRefusedWith(419, sent)) && (await onCsrfMismatch())) sent = send(settings)
  if (onUnauthorised && (await isRefusedWith(401, sent)) && (await onUnauthorised())) sent = send(settings)
  return sent
}

const isRefusedWith = (status: number, sent: Promise<unknown>): Promise<boolean> =>
  sent.then(
    () => false,
    (error: unknown) =>
      error instanceof UploadError && error.failure.kind === 'refused' && error.failure.status === status,
  )

function send({
  path,
  form,
  csrf,
  onProgress,
  signal,
  createRequest,
  now = clockMs,
}: Upload): Promise<unknown> {
  const request = createRequest?.() ?? new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', path)
    const beganAt = now()
    request.timeout = UPLOAD_STALL_MS
    request.setRequestHeader('Accept', 'application/json')
    const token = csrf()
    if (token !== null) request.setRequestHeader('X-XSRF-TOKEN', token)
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
