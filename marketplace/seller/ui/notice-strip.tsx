/** What everybody at the seller's app should know, above the page. Blocks nothing. */
import type { ReactNode } from 'react'

export function NoticeStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside
      aria-label={label}
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-warn-line border-b bg-warn-soft px-4 py-2 text-sm"
    >
      {children}
    </aside>
  )
}
