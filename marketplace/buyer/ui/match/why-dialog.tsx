/** Why a deal has its score: points and reason of each part, what would raise it, and why somebody is not interested. */
import { useSignals } from '@preact/signals-react/runtime'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { cappedPercent } from '#shared/format/percent.ts'
import { type DealScorePart, explainDealScore } from '#shared/rules/deals/explain-deal-score.ts'
import { GROUP_WORDS, raises } from '#shared/rules/matching/match-labels.ts'
import type { DealMatch, ScorePart } from '#shared/rules/matching/score.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Link } from '../link.tsx'
import { useMatch } from './use-match.ts'
import { type GeneralScore, type WhyAbout, whyItScores, whyOf } from './why-about.ts'
import { WhyNot } from './why-not.tsx'

export interface WhyDialogProps extends WhyAbout {
  onClose: () => void
}

const RAISES_SHOWN = 3

export default function WhyDialog({ propertyId, name, deal, general, onClose }: WhyDialogProps) {
  useSignals()
  const match = useMatch(deal)
  if (match === null)
    return general === undefined ? null : <GeneralWhy name={name} general={general} onClose={onClose} />
  return (
    <Modal title={whyOf(match)} onClose={onClose}>
      <p className="text-base text-text-2">
        {name}, compared with “{match.boxName}”. In the order “Best match”, deals that have all you ask for
        come first, then the highest scores.
      </p>
      {match.isMatch ? null : <Misses match={match} />}
      <ul aria-label="Parts of the score" className="mt-4 grid gap-3.5">
        {match.parts
          .filter(({ most }) => most > 0)
          .map((part) => (
            <PartRow
              key={part.group}
              points={part.points}
              most={part.most}
              lines={linesOf(part)}
              label={GROUP_WORDS[part.group]}
            />
          ))}
      </ul>
      <Raises match={match} />
      <WhyNot propertyId={propertyId} />
    </Modal>
  )
}

function linesOf({ group, sentence, lines }: ScorePart) {
  if (lines.length === 0) return [{ key: group, text: sentence, isFull: true }]
  return lines.map((line) => ({ key: line.key, text: line.sentence, isFull: line.share === 1 }))
}

function Misses({ match }: { match: DealMatch }) {
  return (
    <ul aria-label="What keeps it from matching" className="mt-3 grid gap-1 rounded-md bg-warn-soft p-3">
      {match.misses.map(({ key, sentence }) => (
        <li key={key} className="text-sm text-warn-text">
          {sentence}
        </li>
      ))}
    </ul>
  )
}

function Raises({ match }: { match: DealMatch }) {
  const lines = raises(match, RAISES_SHOWN)
  if (lines.length === 0) return null
  return (
    <section className="mt-5">
      <h3 className="font-label text-md">What would raise it</h3>
      <ul className="mt-1.5 grid gap-1">
        {lines.map(({ key, wish, gain }) => (
          <li key={key} className="num flex gap-2 whitespace-normal! text-sm text-text-2">
            <span>{wish}</span>
            <span className="ml-auto flex-none text-gain-text">+{gain}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface GeneralWhyProps {
  name: string
  general: GeneralScore
  onClose: () => void
}

/** Why a deal has its general score, and the way to a score for the buyer’s own buy box. */
function GeneralWhy({ name, general, onClose }: GeneralWhyProps) {
  const { clock } = useServices()
  const { score } = general
  const parts = explainDealScore(general, { score, nowMs: clock.now() }) ?? []
  return (
    <Modal title={whyItScores(score)} onClose={onClose}>
      <p className="text-base text-text-2">
        {name}, by what its listing says. The same for everybody: in the order “Best match”, the highest
        scores come first.
      </p>
      <ul aria-label="Parts of the score" className="mt-4 grid gap-3.5">
        {parts.map(({ name: part, points, most, sentence }) => (
          <PartRow
            key={part}
            points={points}
            most={most}
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

interface PartRowProps {
  label: string
  points: number
  most: number
  lines: readonly { readonly key: string; readonly text: string; readonly isFull: boolean }[]
}

/** One part of a score: its points of so many, as a bar too, and the sentences behind it. */
export function PartRow({ label, points, most, lines }: PartRowProps) {
  return (
    <li>
      <p className="flex items-baseline gap-2 text-sm">
        <span className="font-medium">{label}</span>
        <span className="num ml-auto text-text-2">
          <b className="font-semibold text-text">{points}</b> of {most}
        </span>
      </p>
      <Bar share={points / most} />
      {lines.map(({ key, text, isFull }) => (
        <p key={key} className={classNames('mt-1 text-sm', isFull ? 'text-text-3' : 'text-text-2')}>
          {text}
        </p>
      ))}
    </li>
  )
}

function Bar({ share }: { share: number }) {
  return (
    <span aria-hidden="true" className="mt-1 block h-1 overflow-hidden rounded-full bg-active">
      <span
        className={classNames('block h-full rounded-full', share >= 1 ? 'bg-gain' : 'bg-accent')}
        style={{ width: cappedPercent(share) }}
      />
    </span>
  )
}
