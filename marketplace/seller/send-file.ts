/** Sends a file from the seller's app as a form, with the session's cookie and its CSRF token. */
import { type Upload, upload } from '#marketplace/kit/upload.ts'

/** Resolves with the answer's JSON. Rejects with `UploadError`, or with the signal's reason. */
export type SendFile = (
  path: string,
  form: FormData,
  watch: Pick<Upload, 'onProgress' | 'signal'>,
) => Promise<unknown>

export const createSendFile =
  (login: Pick<Upload, 'csrf' | 'onUnauthorised' | 'onCsrfMismatch'>): SendFile =>
  (path, form, watch) =>
    upload({ path, form, ...login, ...watch })
