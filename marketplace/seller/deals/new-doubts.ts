/** What the next save of a deal would publish against the advice on fair housing. No React. */
import type { DealFields, SellerDealWire } from '#shared/contract/seller-listing.ts'
import { dealDoubts, isSameDoubt, type PlacedDoubt } from '#shared/rules/fair-housing/doubtful-phrases.ts'

/** `fields` are as typed. Without what buyers can read already. */
export function newDoubts(deal: SellerDealWire, fields: DealFields): PlacedDoubt[] {
  const published = deal.listing === 'listed' ? doubtsOf(deal, deal.fields) : []
  return doubtsOf(deal, fields).filter((doubt) => !published.some((one) => isSameDoubt(one, doubt)))
}

const doubtsOf = ({ images, documents, open_houses }: SellerDealWire, fields: DealFields) =>
  dealDoubts({
    ...fields,
    captions: images.map(({ caption }) => caption),
    documents: documents.map(({ title }) => title),
    visits: open_houses.filter(({ cancelled_at }) => !cancelled_at).map(({ access_notes }) => access_notes),
  })
