/** How a buy box does: its matches now and in a week, the criterion that starves it, and a press that widens it. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { TargetMarket } from '#marketplace/buyer/ui/place-select/target-markets.ts'
import { toast } from '#marketplace/kit/ui/toast.ts'
import type { BuyBoxWire, GeotagWire } from '#shared/contract/buy-box.ts'
import { MATCHES_MAX } from '#shared/contract/match-limits.ts'
import { type BoxHealth, boxHealth, type Together } from '#shared/rules/matching/box-health.ts'
import { scoredBoxOf } from '#shared/rules/matching/scored-box.ts'
import { Button } from '#shared/ui/button.tsx'
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
    <section aria-label={`${title}: matches`}>
      <Heading>Matches</Heading>
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

/**
 * The target markets of a box as the screen shows them, also those that were added since the box was loaded.
 */
function geotagsNow(box: BuyBoxWire, markets: readonly TargetMarket[]): GeotagWire[] {
  const known = new Map(box.geotags.map((geotag) => [geotag.id, geotag]))
  return markets.flatMap(({ id, label, place, radiusMiles }): GeotagWire[] => {
    const loaded = id === null ? undefined : known.get(id)
    if (loaded) return [loaded]
    if (id === null || place === null) return []
    return [
      {
        id,
        geotag_id: id,
        geotag: { id, name_formated: label, results: [place] },
        radius_miles: radiusMiles,
      },
    ]
  })
}

/** A box that lets this part of all deals through tells nobody anything. */
const NEARLY_ALL = 0.9

/** The health of a buy box in words. */
export function healthWords({ matches, perWeek, all, narrowest, together, isLooking }: BoxHealth): {
  headline: string
  narrow: string | null
} {
  if (!isLooking) return { headline: NOT_LOOKING, narrow: null }
  const kept = matches > MATCHES_MAX ? ` Your feed keeps the best ${MATCHES_MAX}.` : ''
  return { headline: headlineOf(matches, perWeek) + kept, narrow: narrowOf() }

  function narrowOf(): string | null {
    if (all > 0 && matches >= all * NEARLY_ALL)
      return `That is nearly every deal there is. Name locations or criteria that are a must.`
    if (together !== null) return togetherWords(together)
    if (narrowest === null) return null
    const { label, without, widened } = narrowest
    if (narrowest.key === 'area')
      return `Only its locations narrow it: ${counted(narrowest.without)} deals would match anywhere.`
    const more = `${counted(without)} ${without === 1 ? 'deal' : 'deals'} would match without it`
    const wider = widened === null ? '' : `, ${counted(widened.matches)} with ${widened.label}`
    return `${label} keeps most deals away: ${more}${wider}.`
  }
}

const NOT_LOOKING = 'It names neither a location nor a criterion yet, so it looks for no deals.'

/** `Price and Beds keep every deal away together: 34 deals would match without them.` */
function togetherWords({ labels, without }: Together): string {
  const names = labels.length < 2 ? labels.join() : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`
  const deals = without === 1 ? '1 deal' : `${counted(without)} deals`
  return `${names} keep every deal away together: ${deals} would match without them.`
}

function headlineOf(matches: number, perWeek: number): string {
  if (matches === 0) return 'No deal matches this buy box today.'
  const now = matches === 1 ? '1 deal matches today' : `${counted(matches)} deals match today`
  return perWeek === 0 ? `${now}, less than one new a week.` : `${now}, about ${counted(perWeek)} new a week.`
}

const counted = (value: number): string => value.toLocaleString('en-US')
