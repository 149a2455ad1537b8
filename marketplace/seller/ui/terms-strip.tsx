/** Asks the person for the terms of service until they are accepted: of everybody when they have changed. Blocks nothing. */
import { useState } from 'react'
import { TermsRequest } from '#marketplace/kit/ui/terms.tsx'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { sellerAcceptTerms } from '#shared/contract/seller.ts'
import { NoticeStrip } from './notice-strip.tsx'

export function TermsStrip({ store: { call, member } }: { store: SellerStore }) {
  const [due, setDue] = useState(member.terms_due)
  if (due === undefined) return null
  const accept = async () => {
    const { data } = await call(sellerAcceptTerms, { body: { terms_version: due } })
    setDue(data.terms_due)
  }
  return (
    <NoticeStrip label="Terms of service">
      <TermsRequest accept={accept} />
    </NoticeStrip>
  )
}
