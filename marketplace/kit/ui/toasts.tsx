/** The place of toasts over every page. Weighs nothing until there is one. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, Suspense, useState } from 'react'
import { notices } from './toast.ts'

/** `toaster` is the app's lazy `toaster.tsx`: code that cannot be fetched costs the note, never the page. */
export function Toasts({ toaster: Toaster }: { toaster: ComponentType }) {
  useSignals()
  const [isWanted, setWanted] = useState(false)
  if (!isWanted && notices.value.length > 0) setWanted(true)
  return isWanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
