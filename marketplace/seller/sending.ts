/**
 * Replies to buyers, from the reply box to the server: each goes out once, in order for each buyer, and is kept in this browser
 * until it has arrived. What a reply is until then is the messenger's own outbox, seen from the other side.
 */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { Api } from '#shared/api/client.ts'
import { sellerUploadAttachment } from '#shared/contract/attachments.ts'
import type { TextMessageWire } from '#shared/contract/messenger.ts'
import { sellerMessages, sellerReply } from '#shared/contract/seller.ts'
import { hasNextPage } from '#shared/contract/wire.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { createAttaching, finishFiles, takeChosen } from '#shared/thread/attachments/attaching.ts'
import type { Attaching } from '#shared/thread/attachments/attachment-model.ts'
import type { Message, OutgoingMessage } from '#shared/thread/model.ts'
import type { WalkThread } from '#shared/thread/sending/delivery.ts'
import { createDrafts } from '#shared/thread/sending/drafts.ts'
import { createOutbox } from '#shared/thread/sending/outbox.ts'
import { idsOf } from '#shared/thread/sending/send.ts'
import { toMessage } from '#shared/thread/translate.ts'
import type { KeptReplies } from './kept-replies.ts'
import type { SendFile } from './send-file.ts'

export interface SellerSending {
  /** Replies to a buyer that the server has not confirmed, in order. Reads a signal. */
  outgoing(customerId: number): readonly OutgoingMessage[]
  /** How many replies are not sent, to all buyers. */
  readonly unsent: ReadonlySignal<number>
  /** What is written to a buyer and not sent yet. */
  draft(customerId: number): Signal<string>
  readonly attaching: Attaching
  /** To a buyer, with the files chosen for them; the text is kept until it has arrived. */
  reply(customerId: number, text: string): void
  resend(clientId: string): void
  /** Takes back a reply that has not arrived: its text, or null if it may have. */
  discard(clientId: string): string | null
  /** Messages that came by another way: a reply may be among them. */
  observe(customerId: number, messages: readonly Message[]): void
  /** The server is back. */
  resume(): void
  dispose(): void
}

export interface SellerSendingDeps {
  api: Api
  sendFile: SendFile
  kept: KeptReplies
  clock: Clock
  log: Log
  /** False while the server does not answer. */
  isOnline: () => boolean
  /** The newest message id known of a conversation, 0 for none. */
  newestId: (customerId: number) => number
  /** What the server made of a reply, or has in the thread beside it; oldest first. */
  onMessages: (messages: readonly TextMessageWire[]) => void
  /** Another page of this login brought its replies to an end. */
  onFinishedElsewhere: () => void
}

export function createSellerSending(deps: SellerSendingDeps): SellerSending {
  const { api, kept } = deps
  const drafts = createDrafts(kept.drafts)
  /** Buyers with a reply that is not sent, as far as this page knows. */
  const buyers = signal<ReadonlySet<number>>(new Set())
  const attaching = createAttaching({
    scope: kept.scope,
    isOnline: deps.isOnline,
    upload: (customerId, form, watch) =>
      deps.sendFile(sellerUploadAttachment.path.replace('{customer}', String(customerId)), form, watch),
  })
  const outbox = createOutbox({
    ...deps,
    own: 'outbound',
    kept: watched(kept.sends, (peers) => {
      buyers.value = peers
    }),
    forgotten: kept.forgotten,
    upload: (send) => finishFiles(attaching, send),
    async post({ peerId, text, files, clientId }, options) {
      const { data } = await api(
        sellerReply,
        { params: { customer: peerId }, body: { ...(text.trim() && { message: text }), ...idsOf(files) } },
        { ...options, headers: { 'Idempotency-Key': clientId } },
      )
      deps.onMessages([data])
      return toMessage(data, text)
    },
    walk: createWalk(api, deps.onMessages),
    onMessages() {},
    onSent() {},
  })
  const endDrafts = kept.drafts.follow((customerId) => {
    drafts.of(customerId).value = kept.drafts.read(customerId)
  })
  outbox.adopt()

  return {
    outgoing: outbox.outgoing,
    unsent: computed(() => [...buyers.value].reduce((sum, id) => sum + outbox.outgoing(id).length, 0)),
    draft: drafts.of,
    attaching,
    reply: (customerId, text) => outbox.send(customerId, text, takeChosen(attaching, customerId)),
    resend: outbox.resend,
    discard: outbox.discard,
    observe: outbox.observe,
    resume: outbox.resume,
    dispose() {
      endDrafts()
      outbox.dispose()
      drafts.end()
    },
  }
}

/** Says of whom there are sends, whenever that may have changed. */
function watched(sends: KeptReplies['sends'], tell: (peers: ReadonlySet<number>) => void) {
  const sync: typeof sends.sync = (all) => {
    sends.sync(all)
    tell(new Set(all.map(({ peerId }) => peerId)))
  }
  return { ...sends, sync }
}

function createWalk(api: Api, onMessages: SellerSendingDeps['onMessages']): WalkThread {
  return async (customer, isMet, options) => {
    const found: Message[] = []
    for (let page = 1; ; page++) {
      const reply = await api(sellerMessages, { params: { customer }, query: { page } }, options)
      onMessages(reply.data.toReversed())
      const messages = reply.data.map((wire) => toMessage(wire))
      found.push(...messages)
      if (!hasNextPage(reply) || isMet(messages, page)) return { messages: found }
    }
  }
}
