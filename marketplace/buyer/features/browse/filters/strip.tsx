/** A line under the filters, from edge to edge as they are: something about what is shown that is to be known. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'

export function Strip({ children, onDismiss }: { children: ReactNode; onDismiss?: () => void }) {
  return (
    <div className="flex min-h-9 items-center gap-3 border-warn-line border-t bg-warn-soft px-4 py-1 text-sm desk:px-5">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">{children}</div>
      {onDismiss ? (
        <IconButton size="sm" aria-label="Dismiss" onClick={onDismiss}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  )
}
