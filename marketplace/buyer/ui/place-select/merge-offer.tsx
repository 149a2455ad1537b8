/** Offers to keep one of two places when one lies in the other; the offer is announced. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { Button } from '#shared/ui/button.tsx'
import type { MergeOffer as Model } from './merge-offer-model.ts'

export function MergeOffer({ offer }: { offer: Model }) {
  useSignals()
  const root = useRef<HTMLDivElement>(null)
  const merge = offer.merge.value

  function decide(act: () => void) {
    // The buttons go; the keyboard goes on in the field that the offer is about.
    root.current?.parentElement?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
    act()
  }

  return (
    <div ref={root} role="status">
      {merge === null ? null : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-accent-soft px-3.5 py-2.5 text-sm">
          <p className="min-w-0 flex-1 basis-60">{merge.text}</p>
          <Button size="sm" className="pointer-coarse:h-11" onClick={() => decide(() => void offer.accept())}>
            {merge.label}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            className="pointer-coarse:h-11"
            onClick={() => decide(offer.dismiss)}
          >
            Keep both
          </Button>
        </div>
      )}
    </div>
  )
}
