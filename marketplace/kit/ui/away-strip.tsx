/** On every page while the server is away. Part of the page, so that it covers nothing. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { BRAND } from '#marketplace/kit/brand.ts'
import type { Connection } from '#marketplace/kit/connection.ts'
import { classNames } from '#shared/ui/class-names.ts'

interface AwayStripProps {
  connection: Pick<Connection, 'isOnline'>
  className?: string
  /** What else to say. */
  children?: ReactNode
}

export function AwayStrip({ connection, className, children }: AwayStripProps) {
  useSignals()
  if (connection.isOnline.value) return null
  return (
    <p
      role="status"
      className={classNames(
        'flex-none border-warn-line border-b bg-warn-soft px-4 py-1.5 text-center font-label text-sm text-warn-text print:hidden',
        className,
      )}
    >
      {navigator.onLine ? `${BRAND} can’t be reached. ` : 'You’re offline. '}
      Reconnecting…
      {children}
    </p>
  )
}
