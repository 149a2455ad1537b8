/** Making an offer on a page of its own: the same as over the deal, with room. */
import { ArrowLeft } from 'lucide-react'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { MakeOffer } from './make-offer.tsx'
import type { FrameProps, MakeOfferProps } from './make-offer-props.ts'

export function MakeOfferPage(props: Omit<MakeOfferProps, 'Frame'>) {
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-3 pb-22 desk:pt-6">
      <Link
        href={`/deal/${props.propertyId}`}
        className="inline-flex min-h-9 items-center gap-1.25 text-sm text-text-2 hover:underline pointer-coarse:min-h-11"
      >
        <ArrowLeft size={15} strokeWidth={1.75} aria-hidden="true" />
        Back to the deal
      </Link>
      <MakeOffer {...props} Frame={PageFrame} />
    </div>
  )
}

function PageFrame({ title, footer, children }: FrameProps) {
  return (
    <section aria-label={title}>
      <h1 tabIndex={-1} className="mt-2 mb-4 font-semibold text-2xl tracking-[-0.024em]">
        {title}
      </h1>
      <div className="pb-5">{children}</div>
      {footer ? (
        <div
          data-bar="end"
          className="sticky bottom-(--tab-bar) z-10 flex flex-wrap items-center gap-2.5 border-line border-t bg-surface pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]"
        >
          {footer}
        </div>
      ) : null}
    </section>
  )
}
