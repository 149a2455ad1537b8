/** How a customer's message goes to the server. */
import type { Api } from '#shared/api/client.ts'
import { createdMessage, sendTextMessage } from '#shared/contract/messenger.ts'
import type { About } from '#shared/thread/model.ts'
import type { DeliveryDeps } from '#shared/thread/sending/delivery.ts'
import { idsOf } from '#shared/thread/sending/send.ts'
import { toMessage } from '#shared/thread/translate.ts'

/** `about`: what else a message to this account says. A repeat says the same. */
export const postMessage =
  (api: Api, customer: number, about: (accountId: number) => About): DeliveryDeps['post'] =>
  async (send, options) => {
    const { peerId: account, text, files, clientId } = send
    send.about ??= about(account)
    const reply = await api(
      sendTextMessage,
      { params: { customer, account }, body: { message: text, ...idsOf(files), ...send.about } },
      { ...options, headers: { 'Idempotency-Key': clientId } },
    )
    return toMessage(createdMessage(reply), text)
  }
