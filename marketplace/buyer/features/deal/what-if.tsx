/** Profit by price and ARV or repairs; its code comes when somebody opens it. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState } from 'react'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import type { CalculatorModel } from './calculator-model.ts'
import { Fold } from './fold.tsx'

const WhatIfGrid = lazyPart(() => import('./what-if-grid.tsx'), Nothing)

export function WhatIf({ model }: { model: CalculatorModel }) {
  useSignals()
  const [isOpen, setOpen] = useState(false)
  const { price, arv } = model.assumptions.value
  if (price <= 0 || arv <= 0) return null
  return (
    <details
      className="group border-line border-t print:hidden"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 px-4 font-label text-sm hover:bg-hover">
        <Fold />
        What if
      </summary>
      {isOpen ? (
        <Suspense>
          <WhatIfGrid model={model} />
        </Suspense>
      ) : null}
    </details>
  )
}
