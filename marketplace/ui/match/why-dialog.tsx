/** Why a deal has its score: points and reason of each part, what would raise it, and why somebody is not interested. */
import { useSignals } from '@preact/signals-react/runtime'
import { GROUP_WORDS, raises } from '#shared/rules/matching/match-words.ts'
import type { DealMatch, ScorePart } from '#shared/rules/matching/score.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Modal } from '../modal.tsx'
import { useMatch } from './use-match.ts'
import type { WhyAbout } from './why-host.tsx'
import { WhyNot } from './why-not.tsx'

export interface WhyDialogProps extends WhyAbout {
  onClose: () => void
}

const RAISES_SHOWN = 3

export default function WhyDialog({ propertyId, name, deal, onClose }: WhyDialogProps) {
  useSignals()
  const match = useMatch(deal)
  if (match === null) return null
  const title = match.isMatch ? `Why it scores ${match.score}` : 'Why it is no match'
  return (
    <Modal title={title} onClose={onClose}>
      <p className="text-base text-text-2">
        {name}, held against “{match.boxName}”.
      </p>
      {match.isMatch ? null : <Misses match={match} />}
      <ul aria-label="Parts of the score" className="mt-4 grid gap-3.5">
        {match.parts
          .filter(({ most }) => most > 0)
          .map((part) => (
            <PartRow key={part.group} part={part} />
          ))}
      </ul>
      <Raises match={match} />
      <WhyNot propertyId={propertyId} />
    </Modal>
  )
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

function PartRow({ part }: { part: ScorePart }) {
  const { group, points, most, sentence, lines } = part
  return (
    <li>
      <p className="flex items-baseline gap-2 text-sm">
        <span className="font-medium">{GROUP_WORDS[group]}</span>
        <span className="num ml-auto text-text-2">
          <b className="font-semibold text-text">{points}</b> of {most}
        </span>
      </p>
      <Bar share={points / most} />
      {lines.length === 0 ? <p className="mt-1 text-sm text-text-3">{sentence}</p> : null}
      {lines.map((line) => (
        <p
          key={line.key}
          className={classNames('mt-1 text-sm', line.share < 1 ? 'text-text-2' : 'text-text-3')}
        >
          {line.sentence}
        </p>
      ))}
    </li>
  )
}

function Bar({ share }: { share: number }) {
  return (
    <span aria-hidden="true" className="mt-1 block h-1 overflow-hidden rounded-full bg-active">
      <span
        className={classNames('block h-full rounded-full', share === 1 ? 'bg-gain' : 'bg-accent')}
        style={{ width: `${Math.round(share * 100)}%` }}
      />
    </span>
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
