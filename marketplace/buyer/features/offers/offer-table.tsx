/** Offers as rows: the deal, what is asked and offered, where it stands. On phones the price has the state under it. */

import { DealPhoto } from '#marketplace/buyer/ui/deal/deal-photo.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import { makeOfferPath, offerPath, offerPicture, offerPlace } from '#marketplace/kit/offer-labels.ts'
import type { OfferWire } from '#shared/contract/offers.ts'
import { formatMoney } from '#shared/format/money.ts'
import { exactPercent } from '#shared/format/percent.ts'
import { Countdown } from './countdown.tsx'
import { GROUP_TITLES, type GroupedOffers, grouped, type OffersTab } from './offer-groups.ts'
import { OfferStateTag } from './offer-state-tag.tsx'

export function OfferTable({ offers, tab }: { offers: readonly OfferWire[]; tab: OffersTab }) {
  const groups = grouped(offers, tab)
  if (groups.length === 0) return null
  return (
    <table className="w-full border-collapse text-sm">
      <thead>
        <tr className="border-line-strong border-b text-left text-text-3 text-xs">
          <th scope="col" className="w-18 font-medium max-desk:w-16">
            <span className="sr-only">Picture</span>
          </th>
          <th scope="col" className="py-2.5 font-medium">
            Property
          </th>
          <th scope="col" className="py-2.5 text-right font-medium max-desk:hidden">
            Asking
          </th>
          <th scope="col" className="py-2.5 text-right font-medium">
            Offer
          </th>
          <th scope="col" className="py-2.5 text-right font-medium max-desk:hidden">
            % of ARV
          </th>
          <th scope="col" className="py-2.5 pl-6 font-medium max-desk:hidden">
            Status
          </th>
          <th scope="col" className="py-2.5 text-right font-medium max-desk:hidden">
            Sent
          </th>
        </tr>
      </thead>
      {groups.map((one) => (
        <Group key={one.group} {...one} hasTitle={groups.length > 1} />
      ))}
    </table>
  )
}

function Group({ group, offers, hasTitle }: GroupedOffers & { hasTitle: boolean }) {
  return (
    <tbody>
      {hasTitle ? (
        <tr>
          <th scope="rowgroup" colSpan={7} className="pt-4 pb-1.5 text-left font-semibold text-text">
            {GROUP_TITLES[group]}
          </th>
        </tr>
      ) : null}
      {offers.map((offer) => (
        <Row key={offer.id} offer={offer} />
      ))}
    </tbody>
  )
}

function Row({ offer }: { offer: OfferWire }) {
  const { property, price, state } = offer
  const { street, place } = offerPlace(offer)
  const href = state === 'draft' ? makeOfferPath(property.id) : offerPath(offer.id)
  const tag = <OfferStateTag state={state} isBackup={offer.is_backup} />
  const arv = property.arv_estimate
  return (
    <tr className="relative border-line border-b last:border-b-0 hover:bg-hover">
      <td className="py-2.5 pr-3.5 max-desk:pr-3">
        <DealPhoto src={offerPicture(offer)} className="h-11 w-16 max-desk:w-15" />
      </td>
      <td className="w-full max-w-0 py-2.5 pr-3 desk:w-1/3">
        <Link href={href} className="block truncate font-semibold after:absolute after:inset-0">
          {street}
        </Link>
        <span className="block truncate text-text-2">{place}</span>
        <span className="mt-0.5 block text-text-3 text-xs desk:hidden">
          <Countdown offer={offer} isShort />
        </span>
      </td>
      <td className="num py-2.5 text-right text-text-2 max-desk:hidden">
        {property.price ? formatMoney(property.price) : '—'}
      </td>
      <td className="num py-2.5 text-right">
        <b className="font-semibold">{price ? formatMoney(price) : '—'}</b>
        <span className="mt-1 flex justify-end desk:hidden">{tag}</span>
      </td>
      <td className="num py-2.5 text-right max-desk:hidden">
        {price && arv ? exactPercent(price / arv) : '—'}
      </td>
      <td className="py-2.5 pl-6 max-desk:hidden">
        {tag}
        <span className="mt-0.5 block text-text-3 text-xs">
          <Countdown offer={offer} isShort />
        </span>
      </td>
      <td className="num py-2.5 text-right text-text-2 max-desk:hidden">
        {offer.submitted_at ? dayWords(offer.submitted_at) : 'Not sent'}
      </td>
    </tr>
  )
}
