/** The place of toasts over every page, fetched with the first one. */
import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense, useState } from 'react'
import { notices } from '#marketplace/kit/ui/toast.ts'

/** A chunk that cannot be fetched costs the note, never the page. */
const Toaster = lazy(() => import('#marketplace/kit/ui/toaster.tsx').catch(() => ({ default: () => <></> })))

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
