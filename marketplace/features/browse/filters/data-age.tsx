/** How old the deals are when the server cannot be asked (checklist BRW-04, ERR-09). What is shown goes on working. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { watchConnection } from '#marketplace/platform/connection.ts'
import { useDealServices } from '#marketplace/platform/deal-services.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { Button } from '#shared/ui/button.tsx'
import { ageText } from './age-text.ts'
import { Strip } from './strip.tsx'

export function DataAge() {
  useSignals()
  const { clock } = useServices()
  const { deals } = useDealServices()
  const [connection] = useState(() => watchConnection(window))
  useEffect(() => connection.dispose, [connection])
  const state = deals.state.value
  const isOffline = !connection.isOnline.value || deals.failure.value?.kind === 'offline'
  if (state.phase !== 'ready' || (!isOffline && deals.failure.value === null)) return null
  const age = ageText(state.asOfMs, clock.now())
  return (
    <Strip>
      <p role="status">
        {isOffline ? `You’re offline. Deals as of ${age}` : `Updates could not be loaded. Deals as of ${age}`}
      </p>
      {isOffline ? null : (
        <Button size="sm" className="pointer-coarse:h-11" onClick={() => void deals.refresh()}>
          Try again
        </Button>
      )}
    </Strip>
  )
}
