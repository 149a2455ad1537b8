import type { Api } from '#shared/api/client.ts'
import { createdMessage, sendTextMessage } from '#shared/contract/messenger.ts'
import type { Message } from './model.ts'
import type { Send } from './send.ts'
import { toMessage } from './translate.ts'

/** The message that the server made of a send, under its key: a repeat makes no second one where keys are honoured (W-53). */
export async function postSend(
  api: Api,
  customerId: number,
  { accountId, text, clientId }: Send,
  signal: AbortSignal,
): Promise<Message> {
  const reply = await api(
    sendTextMessage,
    { params: { customer: customerId, account: accountId }, body: { message: text } },
    { headers: { 'Idempotency-Key': clientId }, signal },
  )
  return toMessage(createdMessage(reply), text)
}
