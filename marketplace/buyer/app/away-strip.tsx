/** On every page while the server is away. Part of the page, so that it covers nothing. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { classNames } from '#shared/ui/class-names.ts'

export function AwayStrip({ className }: { className: string }) {
  useSignals()
  const { connection, user } = useServices()
  useEffect(() => connection.onBack(() => void user.load()), [connection, user])
  if (connection.isOnline.value) return null
  return (
    <p
      role="status"
      className={classNames(
        'sticky z-10 flex-none border-warn-line border-b bg-warn-soft px-4 py-1.5 text-center font-label text-sm text-warn-text print:hidden',
        className,
      )}
    >
      {navigator.onLine ? `${BRAND} can’t be reached. ` : 'You’re offline. '}
      Reconnecting…
      {/* Only an account has favorites. */}
      {user.state.value.phase === 'user'
        ? ' Favorites are kept, and what you open loads when the connection is back.'
        : null}
    </p>
  )
}
