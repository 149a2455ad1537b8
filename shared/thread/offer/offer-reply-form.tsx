/** One move before it is sent: a price for a counter, a note or a reason, and the button that sends it. */
import type { Signal } from '@preact/signals-core'
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { OFFER_NOTE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { formatMoney } from '#shared/format/money.ts'
import { exactPercent } from '#shared/format/percent.ts'
import { parseMoney } from '#shared/rules/deals/money-text.ts'
import type { PropertyCard as Property } from '#shared/thread/model.ts'
import type { OfferNow, OfferRefusal, OfferReply, Offers } from '#shared/thread/offer-model.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { MoneyInput } from '#shared/ui/money-input.tsx'
import { ACTION_WORDS } from './offer-labels.ts'

interface OfferReplyFormProps {
  offers: Offers
  now: OfferNow
  reply: Signal<OfferReply | null>
  said: OfferReply
  property: Property | null
  onClose: () => void
}

const REASON_MAX = 500
const NO_PRICE = { text: 'Enter a price above zero, like 150,000 or 150k.', field: 'price' } as const
const FIELD = 'w-full rounded-md border bg-surface px-2.5 py-2 text-base narrow:text-touch'

export function OfferReplyForm({ offers, now, reply, said, property, onClose }: OfferReplyFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [refusal, setRefusal] = useState<OfferRefusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isCounter = said.action === 'counter'
  const priceUsd = isCounter ? parseMoney(said.price) : now.priceUsd
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input, button[type=button]')
    first?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  const wrong = refusal?.field
  const borderOf = (field: OfferRefusal['field']) => (wrong === field ? 'border-danger' : 'border-field')
  const say = (part: Partial<OfferReply>) => {
    setRefusal(null)
    reply.value = { ...said, ...part }
  }
  useEffect(() => {
    if (refusal?.field) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusal])

  const send = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (isCounter && !isPrice(priceUsd)) return setRefusal(NO_PRICE)
    setBusy(true)
    const log = form.current?.closest<HTMLElement>('[role=log]')
    const ask = { action: said.action, version: now.version, words: said.words.trim() }
    const failed = await offers.move(now.id, isPrice(priceUsd) && isCounter ? { ...ask, priceUsd } : ask)
    setBusy(false)
    setRefusal(failed)
    if (failed !== null) return
    reply.value = null
    // The card it was sent from is history now; the thread is where the answer stands.
    log?.focus({ preventScroll: true })
  }
  return (
    <form
      ref={form}
      aria-label={ACTION_WORDS[said.action]}
      noValidate
      className="grid gap-2"
      onSubmit={(event) => void send(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        // What was typed goes only by the button.
        if (!said.price && !said.words) onClose()
      }}
    >
      {isCounter ? (
        <label className="grid gap-1 font-medium">
          Your price
          <MoneyInput
            value={said.price}
            placeholder={now.priceUsd === null ? '' : formatMoney(now.priceUsd)}
            aria-invalid={wrong === 'price' || undefined}
            aria-describedby={`${id}-math ${id}-refusal`}
            onChange={(event) => say({ price: event.currentTarget.value })}
            className={classNames(FIELD, 'num font-regular', borderOf('price'))}
          />
        </label>
      ) : null}
      {isCounter ? (
        <p id={`${id}-math`} className="num text-text-2 text-xs">
          {isPrice(priceUsd) ? mathWords(priceUsd, property) : 'For example 150,000 or 150k.'}
        </p>
      ) : null}
      {said.action === 'accept' ? null : (
        <label className="grid gap-1 font-medium">
          {isCounter ? 'Note (optional)' : 'Reason (optional)'}
          <input
            value={said.words}
            maxLength={isCounter ? OFFER_NOTE_MAX_LENGTH : REASON_MAX}
            aria-invalid={wrong === 'words' || undefined}
            aria-describedby={`${id}-refusal`}
            onChange={(event) => say({ words: event.currentTarget.value })}
            className={classNames(FIELD, 'font-regular', borderOf('words'))}
          />
        </label>
      )}
      {refusal === null ? null : (
        <p id={`${id}-refusal`} role="alert" className="text-danger-text">
          {refusal.text}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          part="button"
          type="submit"
          size="sm"
          variant={said.action === 'decline' || said.action === 'withdraw' ? 'danger' : 'primary'}
          isBusy={isBusy}
        >
          {sendWords(said.action, now.priceUsd)}
        </Button>
        <Button part="button" size="sm" variant="ghost" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  )
}

const isPrice = (amount: number | null): amount is number => amount !== null && amount > 0

function sendWords(action: OfferReply['action'], priceUsd: number | null): string {
  if (action === 'accept') return priceUsd === null ? 'Accept' : `Accept at ${formatMoney(priceUsd)}`
  if (action === 'counter') return 'Send counter'
  return action === 'decline' ? 'Decline the offer' : 'Withdraw the offer'
}

/** `67.4% of ARV, $7,000 below asking`. */
function mathWords(priceUsd: number, property: Property | null): string {
  const ask = property?.priceUsd ?? null
  const arv = property?.arvUsd ?? null
  const parts = [
    formatMoney(priceUsd),
    arv !== null && arv > 0 ? `${exactPercent(priceUsd / arv)} of ARV` : null,
    ask === null || ask === priceUsd
      ? null
      : `${formatMoney(Math.abs(ask - priceUsd))} ${priceUsd < ask ? 'below' : 'above'} asking`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}
