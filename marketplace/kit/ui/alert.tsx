/** Words that appear together with their place, e.g. that something could not be loaded: a screen reader reads out what changes in a place that it knows. */
import { type ReactNode, useEffect, useState } from 'react'

/** Long enough for a screen reader to learn of the place. */
const KNOWN_AFTER_MS = 150

/** Shown at once, read out a moment later. Without controls in it: they would be hidden for that moment. */
export function Alert({ className, children }: { className?: string; children: ReactNode }) {
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), KNOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="alert" className={className}>
      <span aria-hidden={isKnown ? undefined : true}>{children}</span>
    </p>
  )
}
