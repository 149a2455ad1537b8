/** Sends a file from the desk as a form, with the bearer that no page keeps. */
import { type Upload, upload } from '#marketplace/platform/upload.ts'

/** Resolves with the answer's JSON. Rejects with `UploadError`, or with the signal's reason. */
export type SendFile = (
  path: string,
  form: FormData,
  watch: Pick<Upload, 'onProgress' | 'signal'>,
) => Promise<unknown>

export const createSendFile =
  (bearer: () => string | null): SendFile =>
  (path, form, watch) =>
    upload({ path, form, bearer, csrf: () => null, ...watch })
