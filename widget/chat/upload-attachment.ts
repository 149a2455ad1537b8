/** Uploads a file for a message; loaded with the first one. A bearer that has expired is renewed once. */
import { sendForm, UploadError } from '#shared/api/send-form.ts'
import type { UploadWatch } from '#shared/thread/attachments/attachment-model.ts'

interface Asked {
  readonly form: FormData
  token(): string | null
  refresh(): Promise<boolean>
  readonly watch: UploadWatch
}

/** Resolves with the JSON of the answer. Rejects with `ApiError`, or with the signal's reason. */
export async function uploadAttachment(
  url: string,
  { form, token, refresh, watch }: Asked,
): Promise<unknown> {
  const send = () => sendForm({ url, form, headers: { Authorization: `Bearer ${token()}` }, ...watch })
  try {
    return await send()
  } catch (error) {
    const isExpired =
      error instanceof UploadError && error.failure.kind === 'refused' && error.failure.status === 401
    if (isExpired && (await refresh())) return send()
    throw error
  }
}
