/** What stands beside the property: price, seller, and the button that opens the conversation with them. */
import { MessageSquare } from 'lucide-react'
import { LinkButton } from '#marketplace/ui/link.tsx'
import { formatUsd } from '#shared/format/money.ts'
import { exactPercent } from '#shared/format/percent.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import type { Property } from './property-model.ts'

const CARD = 'rounded-lg border border-line bg-surface px-4.5 pt-4.5 pb-4'

export function PriceCard({ property: { priceUsd, arvUsd, seller } }: { property: Property }) {
  return (
    <section className={`${CARD} max-desk:hidden`} aria-label="Price">
      <p className="num font-semibold text-3xl tracking-[-0.032em]">
        {priceUsd === null ? 'Price on request' : formatUsd(priceUsd)}
      </p>
      {arvUsd === null ? null : <p className="num text-sm text-text-2">(ARV - {formatUsd(arvUsd)})</p>}
      <LinkButton
        href={conversation(seller.id)}
        variant="primary"
        size="lg"
        isBlock
        className="mt-4 overflow-hidden"
      >
        <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
        <span className="truncate py-1">Message {seller.name}</span>
      </LinkButton>
    </section>
  )
}

export function SellerCard({ seller }: { seller: Property['seller'] }) {
  return (
    <section className={CARD} aria-label="Seller">
      <div className="flex items-center gap-3">
        <Avatar name={seller.name} id={seller.id} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{seller.name}</p>
          <p className="text-sm text-text-2">Seller</p>
        </div>
      </div>
    </section>
  )
}

/** On phones the price and the button stay within reach of the thumb. */
export function MessageBar({ property: { priceUsd, arvUsd, seller } }: { property: Property }) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 flex items-center gap-3 border-line border-t bg-surface px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] desk:hidden">
      <p className="num min-w-0 flex-1">
        <b className="block font-semibold text-lg tracking-[-0.02em]">
          {priceUsd === null ? 'Price on request' : formatUsd(priceUsd)}
        </b>
        {priceUsd !== null && arvUsd ? (
          <span className="block text-text-2 text-xs">{exactPercent(priceUsd / arvUsd)} of ARV</span>
        ) : null}
      </p>
      <LinkButton href={conversation(seller.id)} variant="primary" size="lg" className="min-w-0 max-w-[60%]">
        <span className="truncate py-1">Message {seller.name}</span>
      </LinkButton>
    </div>
  )
}

const conversation = (accountId: number): string => `/messenger?account=${accountId}`
