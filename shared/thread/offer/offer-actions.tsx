/** What this side can do with an offer now, by the graph of states. Each move is said once more before it is sent. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { movesOf } from '#shared/rules/offers/offer-graph.ts'
import type { Message } from '#shared/thread/model.ts'
import type { Offers } from '#shared/thread/offer-model.ts'
import { OFFER_ASKS, type OfferAction, type OfferNow } from '#shared/thread/offer-model.ts'
import { Button, buttonClass } from '#shared/ui/button.tsx'
import { httpUrl } from '#shared/ui/http-url.ts'
import { ACTION_WORDS, type OfferSide } from './offer-labels.ts'
import { OfferReplyForm } from './offer-reply-form.tsx'

export interface OfferCardProps {
  message: Message
  offers: Offers
  side: OfferSide
  /** The other side's name. */
  other: string
  /** Opens all there is to the offer, where this page has it. */
  onOpen?: (offerId: number) => void
}

interface OfferActionsProps extends OfferCardProps {
  now: OfferNow
  isLate: boolean
}

export function OfferActions({ message, offers, side, now, isLate, onOpen }: OfferActionsProps) {
  useSignals()
  const box = useRef<HTMLDivElement>(null)
  const reply = offers.reply(now.id)
  const asks = isLate ? [] : asksOf(now, side)
  const said = reply.value
  const close = () => {
    reply.value = null
    // The form is gone, and with it the keyboard's place.
    requestAnimationFrame(() => box.current?.querySelector('button')?.focus())
  }
  if (said !== null && asks.includes(said.action))
    return (
      <OfferReplyForm
        key={said.action}
        offers={offers}
        now={now}
        reply={reply}
        said={said}
        onClose={close}
        property={message.property}
      />
    )
  const url = httpUrl(message.offer?.url ?? null)
  return (
    <div ref={box} className="flex flex-wrap items-center gap-2">
      {asks.map((action) => (
        <Button
          key={action}
          part="button"
          size="sm"
          variant={action === 'accept' ? 'primary' : 'secondary'}
          onClick={() => {
            reply.value = { action, price: '', words: '' }
          }}
        >
          {ACTION_WORDS[action]}
        </Button>
      ))}
      {side === 'buyer' && now.state === 'accepted' && !isLate && url !== null ? (
        <Away href={new URL(`/offer/${now.id}/confirm`, url).href} isPrimary>
          Confirm
        </Away>
      ) : null}
      {onOpen ? (
        <Button part="button" size="sm" variant="ghost" className="ms-auto" onClick={() => onOpen(now.id)}>
          Details
        </Button>
      ) : url !== null && side === 'buyer' ? (
        <Away href={url}>Details</Away>
      ) : null}
    </div>
  )
}

/** Taking an offer back is offered while there is nothing else to answer. */
function asksOf(now: OfferNow, side: OfferSide): readonly OfferAction[] {
  const moves = movesOf(now.state, side)
  const possible = OFFER_ASKS.filter((ask) => moves.includes(ask))
  return possible.includes('decline') ? possible.filter((ask) => ask !== 'withdraw') : possible
}

function Away({
  href,
  isPrimary = false,
  children,
}: {
  href: string
  isPrimary?: boolean
  children: string
}) {
  const look = buttonClass({ size: 'sm', variant: isPrimary ? 'primary' : 'ghost' })
  return (
    <a
      part="button"
      href={href}
      target="_blank"
      rel="noopener"
      className={isPrimary ? look : `${look} ms-auto`}
    >
      {children}
      <span className="sr-only">, opens in a new tab</span>
    </a>
  )
}
