/** The top of the home page: words at the left, the plat with a deal at the right. */
import type { ReactNode } from 'react'
import { PlatDrawing } from '#marketplace/ui/plat-drawing.tsx'
import { SampleDeal } from '#marketplace/ui/sample-deal.tsx'

export function Hero({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid border-line border-b bg-surface desk:grid-cols-[minmax(0,1.02fr)_minmax(0,1fr)]">
      <div className="flex flex-col justify-center px-4 pt-7 pb-8 desk:pt-14 desk:pr-12 desk:pb-11 desk:pl-[max(2rem,calc((100vw-75rem)/2+2rem))]">
        <h1
          tabIndex={-1}
          className="max-w-[12em] text-balance font-semibold text-[2.125rem] leading-9.5 tracking-[-0.034em] desk:text-4xl desk:leading-13"
        >
          {title}
        </h1>
        {children}
      </div>
      <div className="relative min-h-120 overflow-hidden border-line bg-accent-soft max-desk:hidden desk:border-l">
        <PlatDrawing lot="found" lotAt={[0.6, 0.32]} />
        <SampleDeal className="absolute bottom-10 left-10" />
      </div>
    </section>
  )
}
