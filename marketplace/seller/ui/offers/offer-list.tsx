/** The offers by what they wait for; those on the same deal can be laid side by side. */
import { useSignals } from '@preact/signals-react/runtime'
import { groupsOf, rivalsOf } from '#marketplace/seller/offers/offer-groups.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import type { SellerOfferWire } from '#shared/contract/seller-offers.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { formatMoney } from '#shared/format/money.ts'
import { tagOf } from '#shared/thread/offer/offer-labels.ts'
import { classNames } from '#shared/ui/class-names.ts'

interface OfferListProps {
  store: SellerStore
  propertyId: number | null
  /** Instead of those of the store. */
  offers?: readonly SellerOfferWire[]
}

export function OfferList({ store, propertyId, offers }: OfferListProps) {
  useSignals()
  const all = offers ?? store.offers.offers.value
  const shown = propertyId === null ? all : all.filter(({ property }) => property.id === propertyId)
  return (
    <div className="pb-6">
      {groupsOf(shown).map(({ title, offers }) => (
        <section key={title} aria-label={title}>
          <h2 className="px-4 pt-4 pb-1.5 font-semibold text-text-2 text-xs">
            {title} <span className="num font-regular">({offers.length})</span>
          </h2>
          <ul>
            {offers.map((offer) => (
              <OfferRow
                key={offer.id}
                store={store}
                offer={offer}
                propertyId={propertyId}
                rivals={rivalsOf(all, offer)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface RowProps {
  store: SellerStore
  offer: SellerOfferWire
  /** The deal whose offers are listed, if not all are. */
  propertyId: number | null
  rivals: number
}

function OfferRow({ store, offer, propertyId, rivals }: RowProps) {
  useSignals()
  const isOpen = store.offers.openId.value === offer.id
  const [words] = tagOf(offer.state, 'seller')
  const price = offer.price === null || offer.price === undefined ? 'No price' : formatMoney(offer.price)
  return (
    <li className={classNames('border-line border-b', isOpen && 'bg-accent-soft-2')}>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={() => store.go({ kind: 'offers', propertyId, offerId: offer.id })}
        className="grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-4 py-2.5 text-start hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="truncate font-semibold">{offer.customer.name}</span>
        <span className="num text-end font-semibold">{price}</span>
        <span className="wrap-break-word text-sm text-text-2">{offer.property.full_address}</span>
        <span className="text-end text-text-2 text-xs">{offer.is_backup ? `${words}, backup` : words}</span>
      </button>
      {rivals > 1 ? (
        <a
          href={hashOf({ kind: 'offers', propertyId: offer.property.id, offerId: null })}
          className="inline-block px-4 pb-2.5 text-accent-text text-sm hover:underline"
        >
          Compare {rivals} offers on this deal
        </a>
      ) : null}
    </li>
  )
}
