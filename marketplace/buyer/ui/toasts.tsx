/** The place of toasts over every page. Weighs nothing until there is one. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState } from 'react'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { notices } from '#marketplace/kit/ui/toast.ts'

/** A chunk that cannot be fetched costs the note, never the page. */
const Toaster = lazyPart(() => import('#marketplace/kit/ui/toaster.tsx'), Nothing)

export function Toasts() {
  useSignals()
  const [isWanted, setWanted] = useState(false)
  if (!isWanted && notices.value.length > 0) setWanted(true)
  return isWanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
