import type { Api, CallOptions } from '#shared/api/client.ts'
import { createdMessage, sendTextMessage } from '#shared/contract/messenger.ts'
import type { Message } from '#shared/thread/model.ts'
import { toMessage } from '#shared/thread/translate.ts'
import type { Send } from './send.ts'

/** The message that the server made of a send, under its key: a repeat makes no second one where keys are honoured (W-53). */
export async function postSend(
  api: Api,
  customerId: number,
  { accountId, text, clientId }: Send,
  options: Pick<CallOptions, 'signal' | 'timeoutMs'>,
): Promise<Message> {
  const reply = await api(
    sendTextMessage,
    { params: { customer: customerId, account: accountId }, body: { message: text } },
    { ...options, headers: { 'Idempotency-Key': clientId } },
  )
  return toMessage(createdMessage(reply), text)
}
