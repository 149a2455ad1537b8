/** Mails the confirmation link and code again. */
import { answered } from '#marketplace/buyer/platform/ask.ts'
import { refusalWords } from '#marketplace/buyer/platform/entry-words.ts'
import type { Api } from '#shared/api/client.ts'
import { sendConfirmationEmail } from '#shared/contract/profile.ts'
import type { Log } from '#shared/lib/log.ts'

/** What happened, in words for the person. */
export async function sendConfirmation(
  { api, log }: { api: Api; log: Log },
  email: string | null,
): Promise<string> {
  const sent = await answered(() => api(sendConfirmationEmail, {}), log)
  if (sent.kind === 'done') return `A new link is on its way to ${email ?? 'you'}.`
  return refusalWords(sent) ?? 'Too many mails. Try again later.'
}
