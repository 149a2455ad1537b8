/** The strip of a server that is away, with what it means for a buyer. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { AwayStrip } from '#marketplace/kit/ui/away-strip.tsx'
import { classNames } from '#shared/ui/class-names.ts'

export function BuyerAwayStrip({ className }: { className: string }) {
  useSignals()
  const { connection, user } = useServices()
  useEffect(() => connection.onBack(() => void user.load()), [connection, user])
  return (
    <AwayStrip connection={connection} className={classNames('sticky z-10', className)}>
      {/* Only an account has favorites. */}
      {user.state.value.phase === 'user'
        ? ' Favorites and messages are kept, and what you open loads when the connection is back.'
        : null}
    </AwayStrip>
  )
}
