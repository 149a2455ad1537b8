/** A page that has only something to say: words at the left (below on phones), the plat drawing at the right. */
import type { ReactNode } from 'react'
import { PlatDrawing, type PlatDrawingProps } from '#marketplace/kit/ui/plat-drawing.tsx'

export interface PlatScreenProps {
  title: ReactNode
  /** The paragraph under the title. */
  children: ReactNode
  /** Buttons and links. */
  actions?: ReactNode
  lot: PlatDrawingProps['lot']
}

export function PlatScreen({ title, children, actions, lot }: PlatScreenProps) {
  return (
    <div className="relative grid min-h-full grid-cols-[minmax(0,1fr)] flex-1 place-items-end overflow-hidden desk:place-items-center desk:justify-items-start max-desk:justify-items-start">
      <PlatDrawing
        lot={lot}
        lotAt={[0.68, 0.55]}
        lotAtOnPhone={[0.56, 0.33]}
        className="max-desk:mask-[linear-gradient(#000_40%,transparent_62%)] desk:mask-[linear-gradient(90deg,transparent_34%,#000_62%)]"
      />
      {/* On a low screen the words reach into the drawing: they bring their own ground. */}
      <div className="relative w-full max-desk:bg-[linear-gradient(transparent,var(--color-surface)_3rem)]">
        <div className="max-w-120 px-4 pt-16 pb-24 desk:ml-[max(2rem,calc((100vw-71rem)/2))] desk:py-6 desk:pr-10 desk:pl-0">
          <h1 tabIndex={-1} className="font-semibold text-3xl tracking-[-0.03em]">
            {title}
          </h1>
          <div className="mt-2 text-md text-text-2">{children}</div>
          {actions ? <div className="mt-5.5 flex flex-wrap gap-2">{actions}</div> : null}
        </div>
      </div>
    </div>
  )
}
