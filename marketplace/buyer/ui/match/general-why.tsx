/** Why a deal has its general score, and the way to a score for the buyer’s own buy box. */
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { type DealScorePart, explainDealScore } from '#shared/rules/deals/explain-deal-score.ts'
import { Link } from '../link.tsx'
import { PartRow } from './part-row.tsx'
import type { GeneralScore } from './why-about.ts'

export interface GeneralWhyProps {
  name: string
  general: GeneralScore
  onClose: () => void
}

export function GeneralWhy({ name, general, onClose }: GeneralWhyProps) {
  const { clock } = useServices()
  const { score } = general
  const parts = explainDealScore(general, { score, nowMs: clock.now() }) ?? []
  return (
    <Modal title={`Why it scores ${score}`} onClose={onClose}>
      <p className="text-base text-text-2">{name}, by what its listing says. The same for everybody.</p>
      <ul aria-label="Parts of the score" className="mt-4 grid gap-3.5">
        {parts.map(({ name: part, points, most, sentence }) => (
          <PartRow
            key={part}
            {...{ points, most }}
            label={PART_WORDS[part]}
            lines={[{ key: part, text: sentence, isFull: points === most }]}
          />
        ))}
      </ul>
      <p className="mt-5 border-line border-t pt-4 text-sm text-text-2">
        With a buy box, each deal is compared with what you look for.{' '}
        <Link href="/profile/buy-box" className="text-link">
          Set up your buy box
        </Link>
      </p>
    </Modal>
  )
}

const PART_WORDS: Readonly<Record<DealScorePart['name'], string>> = {
  margin: 'Margin',
  spread: 'Spread',
  freshness: 'Freshness',
  rating: 'Seller’s rating',
}
