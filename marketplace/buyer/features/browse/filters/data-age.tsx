/** How old the deals are when the server cannot be asked (checklist BRW-04, ERR-09). What is shown goes on working. */
import { useSignals } from '@preact/signals-react/runtime'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Button } from '#shared/ui/button.tsx'
import { ageText } from './age-text.ts'
import { Strip } from './strip.tsx'

export function DataAge() {
  useSignals()
  const { clock, connection } = useServices()
  const { deals } = useDealServices()
  const state = deals.state.value
  const isOffline = !connection.isOnline.value
  if (state.phase !== 'ready' || (!isOffline && deals.failure.value === null)) return null
  const age = ageText(state.asOfMs, clock.now())
  return (
    <Strip>
      <p role="status">{`${isOffline ? '' : 'Updates could not be loaded. '}Deals as of ${age}`}</p>
      {isOffline ? null : (
        <Button size="sm" className="pointer-coarse:h-11" onClick={() => void deals.refresh()}>
          Try again
        </Button>
      )}
    </Strip>
  )
}
