/** From view to contract for each deal; the bars of a column share one scale, and each figure opens its rows. */
import { FIGURE_WORDS, perOfferText } from '#marketplace/seller/today/figure-labels.ts'
import { hashOf, type SellerPlace } from '#shared/contract/seller-places.ts'
import type { FunnelDealWire } from '#shared/contract/seller-today-figures.ts'
import { formatMoney } from '#shared/format/money.ts'

export function DealFunnel({ deals }: { deals: readonly FunnelDealWire[] }) {
  if (deals.length === 0) return null
  const most = (key: 'views' | 'requests' | 'offers') => Math.max(1, ...deals.map((deal) => deal[key]))
  const scale = { views: most('views'), requests: most('requests'), offers: most('offers') }
  return (
    <section aria-labelledby="funnel-title" className="min-w-0 rail:col-span-2">
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        <h2 id="funnel-title" className="font-semibold text-base">
          {FIGURE_WORDS.funnel}
        </h2>
        <p className="text-sm text-text-2">{FIGURE_WORDS.funnelScale}</p>
        <a
          href={hashOf({ kind: 'deals' })}
          className="target ms-auto font-medium text-accent-text text-sm hover:underline"
        >
          {FIGURE_WORDS.allDeals}
        </a>
      </div>
      <div className="overflow-x-auto">
        <table className="w-full text-start">
          <thead>
            <tr className="border-line-strong border-b text-sm text-text-2 [&>th]:py-2 [&>th]:pe-3 [&>th]:text-start [&>th]:font-medium">
              <th scope="col">{FIGURE_WORDS.deal}</th>
              <th scope="col">{FIGURE_WORDS.views}</th>
              <th scope="col">{FIGURE_WORDS.requests}</th>
              <th scope="col">{FIGURE_WORDS.offers}</th>
              <th scope="col" className="max-duo:hidden">
                {FIGURE_WORDS.contracts}
              </th>
              <th scope="col" className="max-duo:hidden">
                {FIGURE_WORDS.perOffer}
              </th>
            </tr>
          </thead>
          <tbody>
            {deals.map((deal) => (
              <DealRow key={deal.id} deal={deal} scale={scale} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface DealRowProps {
  deal: FunnelDealWire
  /** The longest bar of each column. */
  scale: Readonly<Record<'views' | 'requests' | 'offers', number>>
}

function DealRow({ deal, scale }: DealRowProps) {
  const { id, name, price, contract } = deal
  return (
    <tr className="border-line border-b [&>*]:py-2 [&>*]:pe-3 [&>*]:text-start">
      <th scope="row" className="font-regular">
        <a href={hashOf({ kind: 'deal', id })} className="target font-semibold hover:underline">
          {name}
        </a>
        <span className="num block text-text-3 text-xs">
          {price == null ? FIGURE_WORDS.noPrice : formatMoney(price)}
        </span>
      </th>
      <Bar value={deal.views} most={scale.views} place={{ kind: 'deal', id }} name={FIGURE_WORDS.views} />
      <Bar
        value={deal.requests}
        most={scale.requests}
        place={{ kind: 'requests', dealId: id }}
        name={FIGURE_WORDS.requests}
      />
      <Bar
        value={deal.offers}
        most={scale.offers}
        place={{ kind: 'offers', propertyId: id, offerId: null }}
        name={FIGURE_WORDS.offers}
      />
      <td className="text-sm max-duo:hidden">
        {contract ? (
          <a
            href={hashOf({ kind: 'offers', propertyId: id, offerId: contract.offer_id })}
            className="target hover:underline"
          >
            {contract.is_closed ? `${FIGURE_WORDS.closed}: ${contract.name}` : contract.name}
          </a>
        ) : (
          <span className="text-text-3">{FIGURE_WORDS.notYet}</span>
        )}
      </td>
      <td className="num text-sm text-text-2 max-duo:hidden">{perOfferText(deal)}</td>
    </tr>
  )
}

interface BarProps {
  value: number
  most: number
  place: SellerPlace
  name: string
}

const Bar = ({ value, most, place, name }: BarProps) => (
  <td className="num w-1/7 align-top text-sm">
    <a href={hashOf(place)} className="target block hover:underline">
      {value.toLocaleString('en-US')}
      <span className="sr-only"> {name}</span>
      <span
        aria-hidden="true"
        className="mt-1 block h-1 bg-text-2"
        style={{ width: `${(value / most) * 100}%` }}
      />
    </a>
  </td>
)
