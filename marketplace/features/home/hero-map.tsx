/** Deals of one market on a small map. A chunk of its own, because the map is. */
import { PlatDrawing } from '#marketplace/ui/plat-drawing.tsx'
import type { DealFacts } from '#shared/rules/deals/deal-facts.ts'

export default function HeroMap(_: { deals: readonly DealFacts[] }) {
  return <PlatDrawing lot="found" lotAt={[0.6, 0.32]} />
}
