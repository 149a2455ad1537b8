/** `/imprint`: the company that runs this site, where it gets letters, and how to reach it, as its staff set it at the console. */
import { SiteFooter } from '#marketplace/buyer/ui/site-footer.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { OperatorAddress } from './operator-address.tsx'

export default function ImprintPage() {
  return (
    <>
      <article className="page-column pt-8 pb-6">
        <h1 tabIndex={-1} className="font-semibold text-3xl tracking-[-0.03em]">
          Imprint
        </h1>
        <OperatorAddress />
        <p className="mt-6 max-w-[68ch] text-md text-text-2">
          {BRAND} runs this site. Each seller is responsible for its own listings and messages; a seller's
          name and contact are on its company page.
        </p>
      </article>
      <SiteFooter />
    </>
  )
}
