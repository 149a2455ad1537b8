/** Where notices and mails of an earlier version led: the offer is in the profile. */
import { Redirect } from 'wouter'
import type { PageProps } from '#marketplace/buyer/platform/route.ts'

export default function FormerOfferPage({ params: { offer = '' } }: PageProps) {
  return <Redirect to={`/profile/offers?offer=${encodeURIComponent(offer)}`} replace />
}
