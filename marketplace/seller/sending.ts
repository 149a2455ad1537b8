/** What the seller's app sends from a dialog: a reply, a deal. A failure becomes a message with a retry, which never sends twice. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { errorText } from '#marketplace/kit/error-text.ts'
import { ApiError, isOutcomeUnknown } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { createKeyedCall } from '#shared/api/keyed-call.ts'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import { sellerReply } from '#shared/contract/seller.ts'
import { newClientId } from '#shared/lib/client-id.ts'

import type { SellerStore, SendProblem } from './seller-model.ts'

export interface SellerSending extends Pick<SellerStore, 'reply' | 'sendProperty' | 'dismiss'> {
  readonly errorMessage: ReadonlySignal<SendProblem | null>
  /** How many replies are neither sent nor given up. */
  readonly waiting: ReadonlySignal<number>
  fail(error: unknown, doing: string, retry: () => void): void
}

interface SellerSendingDeps {
  api: Api
  /** Who a reply goes to; undefined while no thread is open. */
  openCustomer: () => number | undefined
  onSent: (message: TextMessageWire) => void
}

interface Outgoing {
  customer: number
  body: { message?: string; property_id?: number }
}

export function createSellerSending({ api, openCustomer, onSent }: SellerSendingDeps): SellerSending {
  const errorMessage = signal<SendProblem | null>(null)
  const waiting = signal(0)
  const keyed = createKeyedCall(newClientId)
  /** Rejects the waiting reply: it will not be retried. */
  let giveUp = () => {}
  /** Replies go one after the other, in the order in which they were written. */
  let last = Promise.resolve(false)

  const say = (next: SendProblem | null) => {
    giveUp()
    giveUp = () => {}
    errorMessage.value = next
  }
  const post = async ({ customer, body }: Outgoing): Promise<TextMessageWire> => {
    const reply = await keyed([customer, body], (options) =>
      api(sellerReply, { params: { customer }, body }, options),
    )
    return reply.data
  }

  /** True once it is sent, by the first try or a later one; false when it was given up, or at once unless `isPatient`. */
  const send = ({ customer, body }: Outgoing, isPatient: boolean): Promise<boolean> =>
    new Promise((end) => {
      const attempt = async () => {
        giveUp = () => {}
        try {
          onSent(await post({ customer, body }))
          end(true)
          say(null)
        } catch (error) {
          say({ text: unsentText(error), retry: () => void attempt() })
          if (isPatient) giveUp = () => end(false)
          else end(false)
        }
      }
      void attempt()
    })

  return {
    errorMessage,
    waiting,
    fail(error, doing, retry) {
      say({ text: `${doing} ${errorText(error)}`, retry })
    },
    reply(message) {
      const customer = openCustomer()
      if (customer === undefined) return Promise.resolve(false)
      waiting.value++
      last = last.then(() => send({ customer, body: { message } }, true)).finally(() => waiting.value--)
      return last
    },
    async sendProperty(id) {
      const customer = openCustomer()
      return customer !== undefined && (await send({ customer, body: { property_id: id } }, false))
    },
    dismiss: () => say(null),
  }
}

function unsentText(error: unknown): string {
  const isUnknown = error instanceof ApiError && isOutcomeUnknown(error.failure)
  return isUnknown
    ? `${errorText(error)} The message may have been sent. Try again to find out: it is never sent twice.`
    : `The message was not sent. ${errorText(error)}`
}
