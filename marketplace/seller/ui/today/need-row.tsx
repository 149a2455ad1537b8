/** One row of Today: its clock, what it is, whom and which deal it is about, and the way to it. */
import {
  CalendarDays,
  CircleHelp,
  HandCoins,
  Hourglass,
  ListChecks,
  type LucideIcon,
  MapPin,
  MessageSquare,
  Signature,
} from 'lucide-react'
import { type Now, placeOf, type TimedItem, type TodayClock } from '#marketplace/seller/today/today-groups.ts'
import {
  ACTION_NAMES,
  detailOf,
  KIND_NAMES,
  OPEN_NAME,
  TODAY_WORDS,
  titleOf,
} from '#marketplace/seller/today/today-labels.ts'
import type { Permission } from '#shared/contract/member-roles.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import type { TodayKind } from '#shared/contract/seller-today.ts'
import { formatMoney } from '#shared/format/money.ts'
import { buttonClass } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'

const ICONS: Readonly<Record<TodayKind, LucideIcon>> = {
  message: MessageSquare,
  question: CircleHelp,
  address_request: MapPin,
  offer: HandCoins,
  signature: Signature,
  buyer_answer: Hourglass,
  step: ListChecks,
  open_house: CalendarDays,
  listing: Hourglass,
  offer_ran_out: Hourglass,
  listing_ran_out: Hourglass,
}

interface NeedRowProps {
  row: TimedItem
  now: Now
  /** The most urgent one has the colored button. */
  isFirst: boolean
  may: (permission: Permission) => boolean
}

export function NeedRow({ row: { item, clock }, now, isFirst, may }: NeedRowProps) {
  const { kind, price } = item
  const Icon = ICONS[kind]
  const title = titleOf(item)
  // A time does not break.
  const detail = detailOf(item, now).replace(/ (?=[AP]M\b)/g, '\u00a0')
  const permission = kind === 'offer' || kind === 'signature' ? 'offers' : 'reply'
  const action = (may(permission) && ACTION_NAMES[kind]) || OPEN_NAME
  return (
    <li className="relative grid min-h-14.5 grid-cols-[4rem_minmax(0,1fr)_auto] content-center items-center gap-x-3 border-line border-b py-2 hover:bg-hover duo:grid-cols-[5.5rem_1rem_minmax(0,1fr)_auto_auto]">
      <ClockText clock={clock} />
      <Icon
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="row-span-2 hidden text-text-2 duo:block"
      />
      <span className="min-w-0 duo:contents">
        <span className="block truncate font-semibold max-[22.4rem]:whitespace-normal">{title}</span>
        <span className="flex gap-2 max-duo:text-sm duo:contents">
          {price == null ? null : (
            <span className="num font-semibold duo:col-start-4 duo:row-span-2 duo:row-start-1">
              {formatMoney(price)}
            </span>
          )}{' '}
          <span className="truncate text-sm text-text-2 duo:col-start-3 duo:row-start-2">
            {KIND_NAMES[kind]}
            {detail === '' ? '' : ` · ${detail}`}
          </span>
        </span>
      </span>
      <a
        href={hashOf(placeOf(item))}
        aria-label={`${action}: ${title}`}
        className={classNames(
          buttonClass({ size: 'sm', variant: isFirst ? 'primary' : 'secondary' }),
          'min-w-18 justify-center after:absolute after:inset-0 duo:col-start-5 duo:row-span-2 duo:row-start-1',
        )}
      >
        {action}
      </a>
    </li>
  )
}

const TONES: Readonly<Record<TodayClock['tone'], string>> = {
  plain: '',
  soon: 'text-flag-text',
  late: 'text-flag-text',
}

/** Never red: nothing has failed yet. */
function ClockText({ clock: { text, tone, isLeft } }: { clock: TodayClock }) {
  return (
    <span className={classNames('num font-semibold text-sm duo:row-span-2', TONES[tone])}>
      <span className={tone === 'late' ? 'rounded-sm bg-flag-soft px-1.5 py-0.5' : undefined}>
        {text}
        {isLeft ? <span className="sr-only">{TODAY_WORDS.left}</span> : null}
      </span>
    </span>
  )
}
