/** A part of an offer's page under its heading. */
import { type ReactNode, useId } from 'react'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-line border-t pt-4">
      <h2 id={id} className="pb-2 font-semibold text-md">
        {title}
      </h2>
      {children}
    </section>
  )
}
