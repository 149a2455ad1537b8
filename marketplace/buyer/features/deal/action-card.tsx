/** Price and what can be done about the deal: one primary action, the reason beside one that is closed. */
import { useSignals } from '@preact/signals-react/runtime'
import { CircleHelp, Info, MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConfigs, useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { StatusTag } from '#marketplace/kit/ui/tag.tsx'
import { formatMoney } from '#shared/format/money.ts'
import { exactPercent } from '#shared/format/percent.ts'
import { registerAddress } from '#shared/rules/return-to.ts'
import { Button } from '#shared/ui/button.tsx'
import type { Deal } from './deal.ts'

export interface DealActions {
  /** The reader has begun an offer on the deal. */
  hasDraft: boolean
  /** The reader has sent one, to which `onOffer` leads. */
  hasOffer: boolean
  onOffer: () => void
  onMessage: () => void
  onAsk: () => void
}

export interface ActionCardProps extends DealActions {
  deal: Deal
  /** What is missing for an offer. */
  notice: ReactNode
  /** Deposit, and offers left on it. */
  standing: ReactNode
}

export function ActionCard({ notice, standing, ...props }: ActionCardProps) {
  const { deal, hasOffer, onOffer, onMessage, onAsk } = props
  useSignals()
  const isVisitor = useServices().user.state.value.phase === 'visitor'
  const closed = takesOffers(deal) ? null : closedWords(deal)
  return (
    <section
      aria-label="Price and actions"
      className="rounded-lg border border-line bg-surface px-4.5 pt-4.5 pb-4 max-desk:hidden print:hidden"
    >
      <p className="num flex flex-wrap items-center gap-2 font-semibold text-3xl tracking-[-0.032em]">
        {deal.priceUsd === null ? 'Price on request' : formatMoney(deal.priceUsd)}
        {deal.status === 'available' ? null : <StatusTag status={deal.status} />}
      </p>
      {deal.arvUsd === null ? null : (
        <p className="num text-sm text-text-2">(ARV - {formatMoney(deal.arvUsd)})</p>
      )}
      <div id="offer-needs">{notice}</div>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button
          size="lg"
          variant="primary"
          className="col-span-2"
          disabled={closed !== null && !hasOffer}
          data-offer=""
          aria-describedby={closed === null ? 'offer-needs' : 'offer-reason'}
          onClick={onOffer}
        >
          <OfferLabel {...props} />
        </Button>
        <Button onClick={onMessage}>
          <MessageSquare size={15} strokeWidth={1.75} aria-hidden="true" />
          Message
        </Button>
        <Button onClick={onAsk}>
          <CircleHelp size={15} strokeWidth={1.75} aria-hidden="true" />
          Ask a question
        </Button>
        {isVisitor ? (
          <Link
            href={registerAddress(takesOffers(deal) ? `/deal/${deal.id}/offer` : `/property/${deal.id}`)}
            className="col-span-2 py-1 text-center text-accent-text text-sm hover:underline"
          >
            Create an account
          </Link>
        ) : null}
      </div>
      {closed === null ? null : (
        <p id="offer-reason" className="mt-2.5 text-sm text-text-3">
          {closed}
        </p>
      )}
      <div className="mt-3 grid gap-1.5 border-line border-t pt-2.5 text-sm">
        {standing}
        <Fee />
      </div>
    </section>
  )
}

function Fee() {
  const fee = useConfigs()?.platform_fee ?? null
  return (
    <dl className="flex justify-between">
      <dt className="text-text-2">Platform fee</dt>
      <dd className="num">{fee === null ? '—' : formatMoney(fee)}</dd>
    </dl>
  )
}

/** A pending one takes backups. */
export const takesOffers = ({ listing, status }: Pick<Deal, 'listing' | 'status'>): boolean =>
  listing === 'listed' && status !== 'sold'

/** What somebody should know before offering, or null: why it takes no offers, or only backups. */
export function closedWords({ listing, status }: Pick<Deal, 'listing' | 'status'>): string | null {
  if (listing === 'removed') return 'This deal is no longer listed.'
  if (listing === 'draft') return 'This is a preview. Offers open when the seller publishes it.'
  if (status === 'sold') return 'This deal is sold. Offers are closed.'
  if (status === 'pending') return 'This deal is pending. You can make a backup offer.'
  return null
}

/** On phones the price, the message and the offer stay within reach of the thumb. */
export function ActionBar(props: { deal: Deal } & DealActions) {
  const { deal, hasOffer, onOffer, onMessage, onAsk } = props
  const { priceUsd, arvUsd } = deal
  return (
    <div
      data-bar="end"
      className="fixed inset-x-0 bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-line border-t bg-surface px-4 pt-2.5 max-[22.5rem]:gap-1.5 max-[22.5rem]:px-3 pb-[calc(0.625rem+env(safe-area-inset-bottom))] desk:hidden print:hidden"
    >
      <p className="num flex-1 whitespace-nowrap">
        <b className="block font-semibold text-lg tracking-[-0.02em] max-[22.5rem]:text-base">
          {priceUsd === null ? 'Price on request' : formatMoney(priceUsd)}
        </b>
        {priceUsd !== null && arvUsd ? (
          <span className="block text-text-2 text-xs">{exactPercent(priceUsd / arvUsd)} of ARV</span>
        ) : null}
      </p>
      <Button size="lg" aria-label="Ask a question" className="w-11 px-0" onClick={onAsk}>
        <CircleHelp size={18} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <Button size="lg" aria-label="Message" className="w-11 px-0" onClick={onMessage}>
        <MessageSquare size={18} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <Button
        size="lg"
        variant="primary"
        data-offer=""
        className="max-[22.5rem]:px-2.5 max-[22.5rem]:text-base"
        disabled={!takesOffers(deal) && !hasOffer}
        onClick={onOffer}
      >
        <OfferLabel {...props} />
      </Button>
    </div>
  )
}

/** On phones in two lines, which take no more room than the shorter words. */
function OfferLabel({ deal, hasDraft, hasOffer }: { deal: Deal } & DealActions) {
  useSignals()
  const isVisitor = useServices().user.state.value.phase === 'visitor'
  if (hasOffer) return 'See your offer'
  if (!takesOffers(deal) || !(isVisitor || hasDraft)) return 'Make an offer'
  return (
    <span className="max-desk:leading-tight">
      {hasDraft ? 'Continue' : 'Log in to'} <br className="desk:hidden" />
      {hasDraft ? 'your offer' : 'make an offer'}
    </span>
  )
}

/** What somebody should know of a deal before reading on; nothing for one that is simply for sale. */
export function StatusBand({ deal, changed }: { deal: Deal; changed: string | null }) {
  const words = changed ?? closedWords(deal)
  if (words === null) return null
  return (
    <div
      role={changed === null ? undefined : 'alert'}
      className="mt-3 flex items-start gap-2.5 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm max-desk:mx-4"
    >
      <Info size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px flex-none text-warn-text" />
      <p>
        {words}{' '}
        {deal.listing === 'removed' || deal.status === 'sold' ? (
          <Link
            href={`/deals?place=city:${encodeURIComponent(deal.city)},${deal.stateCode}`}
            className="underline"
          >
            See others in {deal.city}
          </Link>
        ) : null}
      </p>
    </div>
  )
}
