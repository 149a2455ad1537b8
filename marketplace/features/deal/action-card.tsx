/** Price and what can be done about the deal: one primary action, the reason beside one that is closed. */
import { useSignals } from '@preact/signals-react/runtime'
import { CircleHelp, Info, MessageSquare } from 'lucide-react'
import { useEffect } from 'react'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { StatusTag } from '#marketplace/ui/deal/tag.tsx'
import { Link } from '#marketplace/ui/link.tsx'
import { PLATFORM_FEE_USD } from '#shared/contract/limits.ts'
import { formatUsd } from '#shared/format/money.ts'
import { exactPercent } from '#shared/format/percent.ts'
import { Button } from '#shared/ui/button.tsx'
import type { Deal } from './deal.ts'

export interface DealActions {
  onMessage: () => void
  onAsk: () => void
}

export function ActionCard({ deal, onMessage, onAsk }: { deal: Deal } & DealActions) {
  const closed = closedWords(deal)
  return (
    <section
      aria-label="Price and actions"
      className="rounded-lg border border-line bg-surface px-4.5 pt-4.5 pb-4 max-desk:hidden print:hidden"
    >
      <p className="num flex flex-wrap items-center gap-2 font-semibold text-3xl tracking-[-0.032em]">
        {deal.priceUsd === null ? 'Price on request' : formatUsd(deal.priceUsd)}
        {deal.status === 'available' ? null : <StatusTag status={deal.status} />}
      </p>
      {deal.arvUsd === null ? null : (
        <p className="num text-sm text-text-2">(ARV - {formatUsd(deal.arvUsd)})</p>
      )}
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button size="lg" className="col-span-2" disabled aria-describedby="offer-reason">
          Make an offer
        </Button>
        <Button variant="primary" onClick={onMessage}>
          <MessageSquare size={15} strokeWidth={1.75} aria-hidden="true" />
          Message
        </Button>
        <Button onClick={onAsk}>
          <CircleHelp size={15} strokeWidth={1.75} aria-hidden="true" />
          Ask a question
        </Button>
      </div>
      <p id="offer-reason" className="mt-2.5 text-sm text-text-3">
        {closed ?? 'Offers on Plat open with a later release. Agree on a price with the seller by message.'}
      </p>
      <Fee />
    </section>
  )
}

function Fee() {
  useSignals()
  const { configs } = useServices()
  useEffect(() => void configs.load(), [configs])
  const fee = configs.value.value?.platform_fee ?? PLATFORM_FEE_USD
  return (
    <dl className="mt-3 flex justify-between border-line border-t pt-2.5 text-sm">
      <dt className="text-text-2">Platform fee</dt>
      <dd className="num">{formatUsd(fee)}</dd>
    </dl>
  )
}

/** Why the deal takes no offers, or null. */
export function closedWords({ listing, status }: Pick<Deal, 'listing' | 'status'>): string | null {
  if (listing === 'removed') return 'This deal is no longer listed.'
  if (listing === 'draft') return 'This is a preview. Offers open when the seller publishes it.'
  if (status === 'sold') return 'This deal is sold. Offers are closed.'
  if (status === 'pending') return 'This deal is pending. Ask the seller whether a backup offer is welcome.'
  return null
}

/** On phones the price and the message stay within reach of the thumb. */
export function ActionBar({ deal: { priceUsd, arvUsd }, onMessage, onAsk }: { deal: Deal } & DealActions) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 flex items-center gap-2.5 border-line border-t bg-surface px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] desk:hidden print:hidden">
      <p className="num min-w-0 flex-1">
        <b className="block font-semibold text-lg tracking-[-0.02em]">
          {priceUsd === null ? 'Price on request' : formatUsd(priceUsd)}
        </b>
        {priceUsd !== null && arvUsd ? (
          <span className="block text-text-2 text-xs">{exactPercent(priceUsd / arvUsd)} of ARV</span>
        ) : null}
      </p>
      <Button size="lg" aria-label="Ask a question" className="w-11 px-0" onClick={onAsk}>
        <CircleHelp size={18} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <Button size="lg" variant="primary" onClick={onMessage}>
        Message
      </Button>
    </div>
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
