/** Sends a file as a multipart form, with progress, and with the session's cookie and its CSRF token. */
import { sendForm, UploadError } from '#shared/api/send-form.ts'

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

function send({ path, csrf, ...form }: Upload): Promise<unknown> {
  const token = csrf()
  return sendForm({ url: path, headers: token === null ? {} : { 'X-XSRF-TOKEN': token }, ...form })
}
