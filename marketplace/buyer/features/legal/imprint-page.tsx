/** `/imprint`: the company that runs this site, where it gets letters, and how to reach it, as its staff set it at the console. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { SiteFooter } from '#marketplace/buyer/ui/site-footer.tsx'
import { SupportContact } from '#marketplace/buyer/ui/support-contact.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'

export default function ImprintPage() {
  useSignals()
  const { configs } = useServices()
  useEffect(() => void configs.load(), [configs])
  const known = configs.value.value
  return (
    <>
      <article className="page-column pt-8 pb-6">
        <h1 tabIndex={-1} className="font-semibold text-3xl tracking-[-0.03em]">
          Imprint
        </h1>
        <address className="mt-8 grid max-w-[68ch] gap-2 text-md text-text-2 not-italic">
          <strong className="font-semibold text-text">{BRAND}</strong>
          {known?.postal_address ? <span>{known.postal_address}</span> : null}
          <SupportContact hasHours />
        </address>
        <p className="mt-6 max-w-[68ch] text-md text-text-2">
          {BRAND} runs this site. Each seller is responsible for its own listings and messages; a seller's
          name and contact are on its company page.
        </p>
      </article>
      <SiteFooter />
    </>
  )
}
