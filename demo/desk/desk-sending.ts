/** What the desk sends by a dialog: a reply, a deal. Failures become words with a way to try again. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Api } from '#shared/api/client.ts'
import { deskReply } from '#shared/contract/desk.ts'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import type { DeskStore, Trouble } from './desk-model.ts'
import { troubleText } from './desk-words.ts'

export interface DeskSending extends Pick<DeskStore, 'reply' | 'sendProperty' | 'dismiss'> {
  readonly trouble: ReadonlySignal<Trouble | null>
  fail(error: unknown, doing: string, retry: () => void): void
}

interface DeskSendingDeps {
  api: Api
  /** Who a reply goes to; undefined while no thread is open. */
  openCustomer: () => number | undefined
  onSent: (message: TextMessageWire) => void
}

export function createDeskSending({ api, openCustomer, onSent }: DeskSendingDeps): DeskSending {
  const trouble = signal<Trouble | null>(null)

  const fail = (error: unknown, doing: string, retry: () => void) => {
    trouble.value = { text: `${doing} ${troubleText(error)}`, retry }
  }
  const send = async (customer: number | undefined, body: { message?: string; property_id?: number }) => {
    if (customer === undefined) return false
    try {
      const reply = await api(deskReply, { params: { customer }, body })
      onSent(reply.data)
      trouble.value = null
      return true
    } catch (error) {
      fail(error, 'The message was not sent.', () => void send(customer, body))
      return false
    }
  }

  return {
    trouble,
    fail,
    reply: (text) => send(openCustomer(), { message: text }),
    sendProperty: (id) => send(openCustomer(), { property_id: id }),
    dismiss() {
      trouble.value = null
    },
  }
}
