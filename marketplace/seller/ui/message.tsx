/** One message as the seller app sees it: the account's own on the right. */

import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { actionLabel, channelLabel, stateLabel, visibleText } from '#shared/format/action-label.ts'
import { messageTime } from '#shared/format/message-time.ts'
import { AttachmentsSlot } from '#shared/thread/attachments/attachments-slot.tsx'
import { LinkedText } from '#shared/thread/linked-text.tsx'
import type { Message as Shown } from '#shared/thread/model.ts'
import { OfferCard } from '#shared/thread/offer/offer-card.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { PropertyCard } from '#shared/ui/property-card.tsx'
import { Receipt } from '#shared/ui/receipt.tsx'

interface MessageProps {
  store: SellerStore
  message: Shown
  /** The newest of the account's own. */
  isOwnLast: boolean
  /** The buyer's name. */
  name: string
}

export function Message({ store, message, isOwnLast, name }: MessageProps) {
  const isOwn = message.type === 'outbound'
  const { action, channel, offer, property } = message
  const state = stateLabel(message.inquiry?.state ?? null)
  const label = [actionLabel(action), channelLabel(action, channel), state].filter(Boolean).join(' · ')
  const text = visibleText(action, message.message)
  return (
    <article
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-1 pb-3',
        isOwn ? 'justify-items-end' : 'justify-items-start',
      )}
    >
      <span className="sr-only">{isOwn ? 'You' : 'Buyer'}</span>
      {label ? <span className="font-medium text-text-2 text-xs">{label}</span> : null}
      {message.attachments?.length ? (
        <AttachmentsSlot files={message.attachments} renew={store.renewAttachment} />
      ) : null}
      {text ? <Bubble text={text} isOwn={isOwn} /> : null}
      {offer ? (
        <fieldset className="contents" disabled={!store.mayChange('offers')}>
          <OfferCard
            message={message}
            offers={store.cards}
            side="seller"
            other={name}
            onOpen={(offerId) => store.go({ kind: 'offers', propertyId: null, offerId })}
          />
        </fieldset>
      ) : property ? (
        <PropertyCard property={property} />
      ) : null}
      <WrittenOn context={message.context} />
      <span className="num flex gap-1.5 text-2xs text-text-3">
        {messageTime(message.createdAt)}
        {isOwnLast ? <Receipt message={message} /> : null}
      </span>
    </article>
  )
}

/** The page of the seller's own site that the message came from. */
function WrittenOn({ context }: Pick<Shown, 'context'>) {
  if (!context?.url) return null
  return (
    <p className="max-w-[min(34rem,86%)] text-text-3 text-xs [overflow-wrap:anywhere]">
      Written on{' '}
      <a href={context.url} target="_blank" rel="noopener noreferrer" className="underline">
        {context.title || context.url}
      </a>
    </p>
  )
}

function Bubble({ text, isOwn }: { text: string; isOwn: boolean }) {
  return (
    <p
      // The text's own direction, not the page's.
      dir="auto"
      className={classNames(
        'max-w-[min(34rem,86%)] whitespace-pre-wrap rounded-bubble px-3.5 py-2 wrap-anywhere',
        isOwn ? 'bg-bubble-out text-bubble-out-text' : 'bg-bubble-in text-bubble-in-text',
      )}
    >
      <LinkedText text={text} />
    </p>
  )
}
