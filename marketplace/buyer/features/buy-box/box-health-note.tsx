/** How a buy box does: its matches now and in a week, the criterion that starves it, and a press that widens it. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { toast } from '#marketplace/buyer/ui/toast.ts'
import { boxHealth } from '#shared/rules/matching/box-health.ts'
import { scoredBoxOf } from '#shared/rules/matching/scored-box.ts'
import { Button } from '#shared/ui/button.tsx'
import { geotagsNow } from './box-geotags.ts'
import { healthWords } from './box-health-words.ts'
import type { BoxModel } from './box-model.ts'
import { Heading } from './parts.tsx'

/** `title` is the heading of the box on its page: several boxes stand there, each with this. */
export default function BoxHealthNote({ box, title }: { box: BoxModel; title: string }) {
  useSignals()
  const { clock } = useServices()
  const { deals } = useDealServices()
  const wire = box.box.value
  const markets = box.markets.list.value
  const state = deals.state.value
  useEffect(() => void deals.load(), [deals])
  const table = state.phase === 'ready' ? state.table : null
  const health = useMemo(
    () =>
      table && boxHealth(table, scoredBoxOf({ ...wire, geotags: geotagsNow(wire, markets) }), clock.now()),
    [table, wire, markets, clock],
  )
  if (health === null) return null
  const { headline, narrow } = healthWords(health)
  const widened = health.narrowest?.widened ?? null

  async function widen() {
    if (widened === null) return
    const former = wire.criteria.find(({ key }) => key === widened.criterion.key)
    if (!(await box.setCriterion({ ...widened.criterion, is_locked: true }))) return
    const undo = () => void (former && box.setCriterion(former))
    toast(`${widened.label} now`, { action: { label: 'Undo', run: undo } })
  }

  return (
    <section aria-label={`${title}: how it does`}>
      <Heading>How it does</Heading>
      <div role="status" className="num grid gap-1.5 whitespace-normal! rounded-md bg-sunken px-3.5 py-2.5">
        <p>{headline}</p>
        {narrow === null ? null : <p className="text-sm text-text-2">{narrow}</p>}
      </div>
      {widened === null ? null : (
        <Button size="sm" className="mt-2 pointer-coarse:h-11" onClick={() => void widen()}>
          Widen to {widened.label}: +{(widened.matches - health.matches).toLocaleString('en-US')}
        </Button>
      )}
    </section>
  )
}
