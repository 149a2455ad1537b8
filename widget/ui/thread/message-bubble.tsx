/** A message the server knows: label, words, cards, time. Told from the seller's side: inbound is the customer's own, right. */
import { useSignals } from '@preact/signals-react/runtime'
import {
  HandCoins,
  type LucideIcon,
  MapPin,
  Megaphone,
  MessageCircleQuestionMark,
  Newspaper,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { actionLabel, channelLabel, stateLabel, visibleText } from '#shared/format/action-label.ts'
import { messageTime } from '#shared/format/message-time.ts'
import { formatMoney } from '#shared/format/money.ts'
import { AttachmentsSlot } from '#shared/thread/attachments/attachments-slot.tsx'
import { LinkedText } from '#shared/thread/linked-text.tsx'
import type { ChatStore, Joined, Message } from '#shared/thread/model.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { PropertyCard } from '#shared/ui/property-card.tsx'
import { Receipt } from '#shared/ui/receipt.tsx'
import { emitFrom } from '../../element/events.ts'
import type { Sightings } from './use-sightings.ts'

interface MessageBubbleProps {
  message: Message
  joined: Joined
  isOwnLast?: boolean
  name: string
  store: ChatStore
  sightings: Sightings
}

export function MessageBubble({ message, joined, isOwnLast, name, store, sightings }: MessageBubbleProps) {
  const isOwn = message.type === 'inbound'
  const sender = isOwn ? 'You' : name
  const text = visibleText(message.action, message.message)
  const { attachments: files, offer, property } = message
  const card = offer ? (
    <OfferSlot message={message} store={store} name={name} />
  ) : property ? (
    <PropertyCard part="property-card" property={property} />
  ) : null
  const label = actionLabel(message.action)
  const time = messageTime(message.createdAt)
  const needsSighting = !isOwn && !message.isRead
  const { id } = message
  const seen = useCallback(
    (element: HTMLElement | null) => (element && needsSighting ? sightings.watch(element, id) : undefined),
    [sightings, id, needsSighting],
  )
  return (
    <div
      ref={seen}
      part={isOwn ? 'message own' : 'message other'}
      data-message={id}
      className={bubbleBox(isOwn, card !== null)}
    >
      {label === null ? null : (
        <ActionLabel
          action={message.action ?? ''}
          label={label}
          detail={channelLabel(message.action, message.channel) ?? stateLabel(message.inquiry?.state ?? null)}
        />
      )}
      <span className="sr-only">{joined.after ? `${sender}, ${time}: ` : `${sender}: `}</span>
      {files?.length ? <AttachmentsSlot files={files} renew={store.renewAttachment} /> : null}
      {text === '' ? null : (
        <Bubble
          state={isOwn ? 'own' : 'other'}
          joined={joined}
          className={classNames(isOwn ? OWN : THEIRS, files?.length ? 'mt-1' : '')}
        >
          <LinkedText text={text} />
        </Bubble>
      )}
      {card === null ? null : (
        <div className={classNames('relative max-w-full narrow:w-full', text !== '' && 'mt-1')}>
          {card}
          {property && !offer ? <CardSlot propertyId={property.id} messageId={id} /> : null}
        </div>
      )}
      {joined.after ? null : (
        <div className="num mx-1 mt-0.75 flex gap-1.5 text-2xs text-text-3 leading-4">
          <time part="message-time" dateTime={message.createdAt ?? undefined}>
            {time}
          </time>
          {isOwnLast ? <Receipt message={message} /> : null}
        </div>
      )}
    </div>
  )
}

const OWN = 'bg-bubble-out text-bubble-out-text'
const THEIRS = 'bg-bubble-in text-bubble-in-text'

/** The box of a bubble and what hangs on it: to its side, and no wider than reads well. */
export function bubbleBox(isOwn: boolean, hasCard = false): string {
  return classNames(
    'grid max-w-[min(80%,--spacing(136))] rounded-md outline-accent outline-offset-4 group-focus-visible/row:outline-2',
    isOwn ? 'justify-items-end self-end' : 'justify-items-start self-start',
    hasCard ? 'narrow:w-[94%] narrow:max-w-98' : 'narrow:max-w-[86%]',
  )
}

interface BubbleProps {
  /** Whose it is, and of one's own how it fares: the state names of `::part(bubble)`. */
  state: 'other' | 'own' | 'own sending' | 'own failed'
  joined: Joined
  className: string
  children: ReactNode
}

export function Bubble(props: BubbleProps) {
  return (
    <div
      data-bubble=""
      // Words stand in their own direction, whatever the page's is.
      dir="auto"
      part={`bubble ${props.state}`}
      className={classNames(
        'whitespace-pre-wrap rounded-bubble px-3.25 py-2 [overflow-wrap:anywhere] forced-colors:border',
        cornersOf(props.state !== 'other', props.joined),
        props.className,
      )}
    >
      {props.children}
    </div>
  )
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  address_request: MapPin,
  blast: Megaphone,
  deals_digest: Newspaper,
  inquiry: MessageCircleQuestionMark,
  offer: HandCoins,
}

/**
 * What a message is besides its words, above it: an icon, the label, beside a blast its channel, beside a request its
 * state.
 */
function ActionLabel({ action, label, detail }: { action: string; label: string; detail: string | null }) {
  const Icon = ICONS[action]
  return (
    <div
      part="action-label"
      className="mx-0.5 mb-1.25 flex items-center gap-1.5 font-semibold text-text-2 text-xs"
    >
      {Icon ? <Icon size={13} strokeWidth={1.75} aria-hidden="true" /> : null}
      {label}
      {detail === null ? null : (
        <span className="flex gap-1.5 font-medium text-text-3">
          <span>·</span> {detail}
        </span>
      )}
    </div>
  )
}

/** Corners between joined bubbles are tight, outer ones stay round (DESIGN.md, Message bubble). */
function cornersOf(isOwn: boolean, { before, after }: Joined): string {
  return isOwn
    ? classNames(before && 'rounded-se-sm', after && 'rounded-ee-sm')
    : classNames(before && 'rounded-ss-sm', after && 'rounded-es-sm')
}

/** For a control of the host page, which hears that the card is there. Beside the card: that is a link. */
function CardSlot({ propertyId, messageId }: { propertyId: number; messageId: number }) {
  const tell = useCallback(
    (slot: HTMLSlotElement | null) =>
      slot ? emitFrom(slot, 'plat-messenger:property', { propertyId, messageId }) : undefined,
    [propertyId, messageId],
  )
  return <slot ref={tell} name={`property-${messageId}`} className="absolute top-0 block" />
}

interface OfferSlotProps {
  message: Message
  store: ChatStore
  name: string
}

const Card = lazy(() =>
  import('#shared/thread/offer/offer-card.tsx').then(
    ({ OfferCard }) => ({ default: OfferCard }),
    () => ({ default: Line }),
  ),
)

/**
 * The place of an offer's card. The card itself is loaded with the first offer that is met; one that cannot be loaded is
 * one line.
 */
function OfferSlot({ message, store, name }: OfferSlotProps) {
  return (
    <Suspense fallback={<Waiting message={message} store={store} />}>
      <Card message={message} offers={store.offers} side="buyer" other={name} />
    </Suspense>
  )
}

function Line({ message: { offer } }: { message: Message }) {
  return offer?.priceUsd == null ? null : <p className="num font-semibold">{formatMoney(offer.priceUsd)}</p>
}

/** As high as what comes, nearly, so that the thread stays where it is. */
function Waiting({ message: { id, offer }, store }: Omit<OfferSlotProps, 'name'>) {
  useSignals()
  const last = store.offers.standings.value.get(offer?.id ?? 0)?.last.id ?? id
  return <div className={`w-90 max-w-full rounded-lg bg-sunken ${last === id ? 'h-75' : 'h-9'}`} />
}
