/** A thin strip above the page: something about the account that is to be done, or that went wrong on the way in. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { classNames } from '#shared/ui/class-names.ts'

export interface BannerProps {
  children: ReactNode
  onDismiss?: () => void
  /** Lies over the top of the page, below the bar, instead of moving the page down. */
  isFloating?: boolean
}

export function Banner({ children, onDismiss, isFloating = false }: BannerProps) {
  return (
    <aside
      data-floating-banner={isFloating || undefined}
      className={classNames(
        'flex-none border-warn-line border-b bg-warn-soft text-sm text-text',
        isFloating
          ? 'fixed inset-x-0 top-14 z-(--z-drawer) border-t shadow-pop'
          : // One that floats would cover half of it.
            '[body:has([data-floating-banner])_&]:hidden',
      )}
    >
      <div className="page-column flex items-start gap-3 py-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">{children}</div>
        {onDismiss ? (
          <IconButton size="sm" aria-label="Dismiss" onClick={onDismiss}>
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
    </aside>
  )
}
