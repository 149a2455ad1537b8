/** The frame of the pages at the door: the form at the left, the plat at the right; on phones the form alone. */
import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'
import { PlatDrawing } from './plat-drawing.tsx'
import { SampleDeal } from './sample-deal.tsx'

export function EntryPage({ children }: { children: ReactNode }) {
  return (
    <div className="grid flex-1 desk:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <section className="flex min-w-0 flex-col bg-surface px-4 py-5 desk:px-10 desk:py-7">
        <Logo className="self-start" />
        <div className="m-auto w-full desk:max-w-92">{children}</div>
      </section>
      <aside className="relative overflow-hidden border-line border-l bg-accent-soft max-desk:hidden">
        <div className="sticky top-0 h-dvh">
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
