/** The frame of the pages at the door: the form at the left, the plat at the right; on phones the form alone. */
import type { ReactNode } from 'react'
import { PlatDrawing } from '#marketplace/kit/ui/plat-drawing.tsx'
import { currencySign } from '#shared/format/currency.ts'
import { classNames } from '#shared/ui/class-names.ts'
import house from '#shared/ui/drawings/house-05.svg'
import { SpreadBar } from '#shared/ui/spread-bar.tsx'
import { Logo } from './logo.tsx'

export function EntryPage({ children }: { children: ReactNode }) {
  return (
    <div className="grid flex-1 desk:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <section className="flex min-w-0 flex-col bg-surface px-4 py-5 desk:px-10 desk:py-7">
        <Logo className="self-start" />
        <div className="m-auto w-full max-w-92">{children}</div>
      </section>
      <aside className="relative overflow-hidden border-line border-l bg-accent-soft max-desk:hidden">
        <div className="absolute inset-0">
          <PlatDrawing lot="found" lotAt={[0.62, 0.5]} />
          <SampleDeal className="absolute bottom-12 left-12" />
        </div>
      </aside>
    </div>
  )
}

export function EntryTitle({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="font-semibold text-2xl tracking-[-0.024em]">
      {children}
    </h1>
  )
}

/** An example of what a deal looks like, beside the plat drawing; marked as one. */
function SampleDeal({ className }: { className?: string }) {
  return (
    <figure
      className={classNames(
        'flex w-96 max-w-[calc(100%-2rem)] items-center gap-3 rounded-lg bg-overlay px-4 py-3.5 shadow-pop',
        className,
      )}
    >
      <img
        src={house}
        alt=""
        width={84}
        height={64}
        className="h-16 w-21 flex-none rounded-md object-cover"
      />
      <figcaption className="min-w-0 flex-1">
        <p className="num flex items-baseline gap-2">
          <b className="font-semibold text-[1.125rem] tracking-[-0.02em]">{currencySign()}139,900</b>
          <span className="text-text-2 text-xs">ARV {currencySign()}228,000</span>
          <span className="ml-auto text-2xs text-text-3">Example</span>
        </p>
        <p className="mt-px mb-1.75 truncate text-sm text-text-2">4108 Averill Street, Houston, TX 77009</p>
        <SpreadBar priceUsd={139_900} arvUsd={228_000} />
      </figcaption>
    </figure>
  )
}
