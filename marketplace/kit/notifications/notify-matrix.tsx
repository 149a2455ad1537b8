/** The matrix: each kind of news, and in which ways it comes. On phones each kind stands over its ways. */
import { Check as CheckIcon } from 'lucide-react'
import {
  CHANNELS,
  type Channel,
  type Frequency,
  type NotificationPreferencesWire,
  type NotificationType,
} from '#shared/contract/notifications.ts'
import { TEXT_PURPOSES, type TextPurpose } from '#shared/contract/text-purposes.ts'
import { cellOf, cellsOf, type RecipientKind } from '#shared/rules/notifications/preferences.ts'
import { purposeOf } from '#shared/rules/text-consent/purposes.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import type { MatrixModel } from './matrix-model.ts'

/** The kinds of news of a buyer or a member of an account. */
export interface Kinds {
  of: RecipientKind
  words: Readonly<Partial<Record<NotificationType, { label: string; text: string }>>>
  groups: readonly { title: string; types: readonly NotificationType[] }[]
}

interface MatrixProps {
  kinds: Kinds
  model: MatrixModel
  known: NotificationPreferencesWire
  /** Asks for consent to texts of a purpose that has none; null where it cannot be given here. */
  onAgree?: ((purpose: TextPurpose) => void) | null
}

export function NotifyMatrix(props: MatrixProps) {
  const { kinds } = props
  const channels = channelsOf(kinds)
  return (
    <div className="grid gap-6">
      {kinds.groups.map(({ title, types }) => (
        <table key={title} className="block w-full desk:table">
          <caption
            aria-hidden="true"
            className="block border-line-strong border-b pb-1.5 text-left font-label text-sm text-text-2 desk:hidden"
          >
            {title}
          </caption>
          <thead className="max-desk:sr-only">
            <tr className="border-line-strong border-b text-text-2 text-xs">
              <th scope="col" className="py-1.5 pr-3 text-left font-label">
                {title}
              </th>
              {channels.map((channel) => (
                <th key={channel} scope="col" className="w-22 px-1 py-1.5 text-center font-label">
                  {CHANNEL_WORDS[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-desk:block">
            {types.map((type) => (
              <Row key={type} type={type} {...props} />
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}

/** A channel that nothing comes by has no column. */
const channelsOf = ({ of }: Kinds): readonly Channel[] => {
  const cells = cellsOf(of)
  return CHANNELS.filter((channel) => cells.some((cell) => cell.channel === channel))
}

function Row(props: MatrixProps & { type: NotificationType }) {
  const { type, kinds } = props
  const { label = type, text = '' } = kinds.words[type] ?? {}
  return (
    <tr className="border-line border-b max-desk:grid max-desk:grid-cols-[repeat(4,minmax(min-content,1fr))] max-desk:gap-x-2 max-desk:gap-y-2 max-desk:py-3">
      <th scope="row" className="py-2.5 pr-3 text-left font-regular max-desk:col-span-4 max-desk:py-0">
        <span className="block font-semibold text-base text-text [font-stretch:100%]">{label}</span>
        <span className="block max-w-[52ch] font-regular text-sm text-text-2 [font-stretch:100%]">
          {text}
        </span>
      </th>
      {channelsOf(kinds).map((channel) => (
        <td key={channel} className="px-1 text-center max-desk:px-0 max-desk:text-left">
          <span aria-hidden="true" className="mb-1 block text-text-3 text-xs desk:hidden">
            {CHANNEL_WORDS[channel]}
          </span>
          <Cell {...props} channel={channel} label={label} />
        </td>
      ))}
    </tr>
  )
}

interface CellProps extends MatrixProps {
  type: NotificationType
  channel: Channel
  label: string
}

function Cell({ type, channel, label, kinds, model, known, onAgree = null }: CellProps) {
  const { choices } = cellOf(type, channel, kinds.of)
  const now = known.cells.find((cell) => cell.type === type && cell.channel === channel)?.frequency ?? 'off'
  const name = `${label}, ${CHANNEL_WORDS[channel].toLowerCase()}`
  const set = (frequency: Frequency) => void model.set(type, channel, frequency)
  if (choices.length === 1) return <Fixed isOn={choices[0] !== 'off'} />
  if (choices.length > 2)
    return (
      <select
        aria-label={name}
        value={now}
        onChange={({ currentTarget }) => set(currentTarget.value as Frequency)}
        className="h-9 w-full min-w-max rounded-md border border-field bg-surface px-1 text-sm max-desk:text-[1rem] pointer-coarse:h-11 focus:border-accent focus:outline-none"
      >
        {choices.map((frequency) => (
          <option key={frequency} value={frequency}>
            {FREQUENCY_WORDS[frequency]}
          </option>
        ))}
      </select>
    )
  const purpose = purposeOf(type)
  const isShut =
    channel === 'sms' && !(known.text_purposes ?? (known.can_text ? TEXT_PURPOSES : [])).includes(purpose)
  if (isShut && onAgree)
    return (
      <Button
        size="sm"
        className="h-9 pointer-coarse:h-11"
        aria-label={`Agree to texts: ${label}`}
        onClick={() => onAgree(purpose)}
      >
        Agree
      </Button>
    )
  return (
    <label className="inline-grid size-9 place-items-center pointer-coarse:size-11 max-desk:justify-items-start">
      <input
        type="checkbox"
        aria-label={name}
        checked={now !== 'off'}
        disabled={isShut}
        onChange={({ currentTarget }) => set(currentTarget.checked ? 'instant' : 'off')}
        className={classNames('size-4 accent-accent', isShut && 'opacity-55')}
      />
    </label>
  )
}

function Fixed({ isOn }: { isOn: boolean }) {
  return (
    <span className="inline-grid size-9 place-items-center text-text-3 pointer-coarse:size-11 max-desk:justify-items-start">
      <span className="sr-only">{isOn ? 'Always' : 'Never'}</span>
      {isOn ? (
        <CheckIcon size={16} strokeWidth={1.75} aria-hidden="true" />
      ) : (
        <span aria-hidden="true">–</span>
      )}
    </span>
  )
}

const CHANNEL_WORDS: Readonly<Record<Channel, string>> = {
  in_app: 'Bell',
  email: 'Email',
  sms: 'Text',
  push: 'Device',
}

const FREQUENCY_WORDS: Readonly<Record<Frequency, string>> = {
  off: 'Off',
  instant: 'At once',
  daily: 'Daily',
  weekly: 'Weekly',
}
