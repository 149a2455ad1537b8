/** Why a deal has its score: points and reason of each part, what would raise it, and why somebody is not interested. */
import { useSignals } from '@preact/signals-react/runtime'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { GROUP_WORDS, raises } from '#shared/rules/matching/match-words.ts'
import type { DealMatch, ScorePart } from '#shared/rules/matching/score.ts'
import { GeneralWhy } from './general-why.tsx'
import { PartRow } from './part-row.tsx'
import { useMatch } from './use-match.ts'
import type { WhyAbout } from './why-about.ts'
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
  const title = match.isMatch ? `Why it scores ${match.score}` : 'Why it is no match'
  return (
    <Modal title={title} onClose={onClose}>
      <p className="text-base text-text-2">
        {name}, compared with “{match.boxName}”.
      </p>
      {match.isMatch ? null : <Misses match={match} />}
      <ul aria-label="Parts of the score" className="mt-4 grid gap-3.5">
        {match.parts
          .filter(({ most }) => most > 0)
          .map((part) => (
            <PartRow
              key={part.group}
              {...{ points: part.points, most: part.most, lines: linesOf(part) }}
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
