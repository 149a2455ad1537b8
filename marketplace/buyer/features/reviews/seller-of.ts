/** A seller as it stands at a review. */
import type { ReviewWire } from '#shared/contract/reviews.ts'

export const sellerOf = ({ account }: Pick<ReviewWire, 'account'>) => ({
  id: account.id,
  name: account.title || 'A seller',
  picture: account.logo ?? null,
  href: `/company/${account.id}`,
})
