/** A message the server knows: label, words, cards, time. Told from the seller's side: inbound is the customer's own, right. */
import { type ReactNode, useCallback } from 'react'
import { actionLabel, channelLabel, stateLabel, visibleText } from '#shared/format/action-label.ts'
import { messageTime } from '#shared/format/message-time.ts'
import type { ChatStore, Joined, Message } from '#shared/thread/model.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { PropertyCard } from '#shared/ui/property-card.tsx'
import { ActionLabel } from './action-label.tsx'
import { cornersOf } from './corners.ts'
import { LinkedText } from './linked-text.tsx'
import { OfferSlot } from './offer-slot.tsx'
import type { Sightings } from './use-sightings.ts'

interface MessageBubbleProps {
  message: Message
  joined: Joined
  name: string
  store: ChatStore
  sightings: Sightings
}

export function MessageBubble({ message, joined, name, store, sightings }: MessageBubbleProps) {
  const isOwn = message.type === 'inbound'
  const sender = isOwn ? 'You' : name
  const text = visibleText(message.action, message.message)
  const { offer, property } = message
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
      {text === '' ? null : (
        <Bubble state={isOwn ? 'own' : 'other'} joined={joined} className={isOwn ? OWN : THEIRS}>
          <LinkedText text={text} />
        </Bubble>
      )}
      {card === null ? null : (
        <div className={classNames('max-w-full narrow:w-full', text !== '' && 'mt-1')}>{card}</div>
      )}
      {joined.after ? null : (
        <time
          part="message-time"
          dateTime={message.createdAt ?? undefined}
          className="num mx-1 mt-0.75 text-2xs text-text-3 leading-4"
        >
          {time}
        </time>
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
