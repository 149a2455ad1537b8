/** Asks the person for the terms of service until they are accepted: of everybody when they have changed. Blocks nothing. */
import { useState } from 'react'
import { TermsRequest } from '#marketplace/kit/ui/terms.tsx'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { sellerAcceptTerms } from '#shared/contract/seller.ts'

export function TermsStrip({ store: { call, member } }: { store: SellerStore }) {
  const [due, setDue] = useState(member.terms_due)
  if (due === undefined) return null
  const accept = async () => {
    const { data } = await call(sellerAcceptTerms, { body: { terms_version: due } })
    setDue(data.terms_due)
  }
  return (
    <aside
      aria-label="Terms of service"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-warn-line border-b bg-warn-soft px-4 py-2 text-sm"
    >
      <TermsRequest accept={accept} />
    </aside>
  )
}
