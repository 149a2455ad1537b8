/** Everything the desk sends: a reply, a deal, a blast, a digest. Failures become words with a way to try again. */
import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Api } from '#shared/api/client.ts'
import { deskBlast, deskDigest, deskReply } from '#shared/contract/desk.ts'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import type { DeskStore, Trouble } from './desk-model.ts'
import { troubleText } from './desk-words.ts'

export interface DeskSending
  extends Pick<DeskStore, 'reply' | 'sendProperty' | 'blast' | 'digest' | 'dismiss'> {
  readonly trouble: ReadonlySignal<Trouble | null>
  readonly notice: ReadonlySignal<string | null>
  fail(error: unknown, doing: string, retry: () => void): void
}

interface DeskSendingDeps {
  api: Api
  /** Who a reply goes to; undefined while no thread is open. */
  openCustomer: () => number | undefined
  onSent: (message: TextMessageWire) => void
}

/** A campaign writes to every buyer before it answers. */
const CAMPAIGN_TIMEOUT_MS = 30_000

export function createDeskSending({ api, openCustomer, onSent }: DeskSendingDeps): DeskSending {
  const trouble = signal<Trouble | null>(null)
  const notice = signal<string | null>(null)

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
  const campaign = async (run: () => Promise<{ sent: number }>): Promise<boolean> => {
    try {
      const { sent } = await run()
      batch(() => {
        trouble.value = null
        notice.value = `Sent to ${sent} ${sent === 1 ? 'buyer' : 'buyers'}.`
      })
      return true
    } catch (error) {
      fail(error, 'Not sent, or not to everybody.', () => void campaign(run))
      return false
    }
  }
  const patient = { timeoutMs: CAMPAIGN_TIMEOUT_MS }
  const words = (text: string) => (text.trim() ? { message: text } : {})

  return {
    trouble,
    notice,
    fail,
    reply: (text) => send(openCustomer(), { message: text }),
    sendProperty: (id) => send(openCustomer(), { property_id: id }),
    blast: (channel, text, propertyId) => {
      const property = propertyId === null ? {} : { property_id: propertyId }
      return campaign(() => api(deskBlast, { body: { channel, ...words(text), ...property } }, patient))
    },
    digest: (text, ids) =>
      campaign(() => api(deskDigest, { body: { property_ids: [...ids], ...words(text) } }, patient)),
    dismiss() {
      trouble.value = null
      notice.value = null
    },
  }
}
