/** One part of a score: its points of so many, as a bar too, and the sentences behind it. */
import { cappedPercent } from '#shared/format/percent.ts'
import { classNames } from '#shared/ui/class-names.ts'

export interface PartRowProps {
  label: string
  points: number
  most: number
  lines: readonly { readonly key: string; readonly text: string; readonly isFull: boolean }[]
}

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
