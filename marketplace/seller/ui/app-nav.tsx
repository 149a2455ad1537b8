/** Links to the parts of the seller app: each opens in a new tab on request, and Back goes through them. */
import {
  Building2,
  CircleUserRound,
  HandCoins,
  House,
  Inbox,
  type LucideIcon,
  Megaphone,
  Star,
  Sun,
  Users,
} from 'lucide-react'
import { INBOX_WORDS } from '#marketplace/seller/inbox/inbox-labels.ts'
import { TODAY_WORDS } from '#marketplace/seller/today/today-labels.ts'
import { hashOf, type SellerPlace } from '#shared/contract/seller-places.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { classNames } from '#shared/ui/class-names.ts'

/** The place that is shown: of the address, or of the panel over it. */
export type Here = SellerPlace['kind'] | 'visits'

interface Part {
  label: string
  /** In the tab bar of phones, which has room for four of them. */
  isTab?: true
  /** Pressed one after the other. */
  key?: string
  icon: LucideIcon
  place: SellerPlace
  kinds: readonly Here[]
}

export const PARTS: readonly Part[] = [
  {
    label: TODAY_WORDS.today,
    isTab: true,
    key: 'g t',
    icon: Sun,
    place: { kind: 'today' },
    kinds: ['today'],
  },
  {
    label: INBOX_WORDS.title,
    isTab: true,
    key: 'g i',
    icon: Inbox,
    place: { kind: 'messages' },
    kinds: ['messages', 'conversation'],
  },
  {
    label: 'Deals',
    isTab: true,
    key: 'g d',
    icon: House,
    place: { kind: 'deals' },
    kinds: ['deals', 'deal'],
  },
  {
    label: 'Offers',
    isTab: true,
    key: 'g o',
    icon: HandCoins,
    place: { kind: 'offers', propertyId: null, offerId: null },
    kinds: ['offers', 'offers-in'],
  },
  { label: 'Buyers', key: 'g b', icon: Users, place: { kind: 'buyers', dealId: null }, kinds: ['buyers'] },
  {
    label: 'Blasts',
    icon: Megaphone,
    place: { kind: 'blasts' },
    kinds: ['blasts', 'blast', 'new-blast', 'new-digest'],
  },
  { label: 'Reviews', icon: Star, place: { kind: 'reviews' }, kinds: ['reviews'] },
  { label: 'Company', key: 'g c', icon: Building2, place: { kind: 'company' }, kinds: ['company'] },
  { label: 'My login', icon: CircleUserRound, place: { kind: 'login' }, kinds: ['login'] },
]

/** What a place is called until it has loaded its own name. */
export const partOf = ({ kind }: SellerPlace): string =>
  kind === 'requests' ? 'Requests' : (PARTS.find(({ kinds }) => kinds.includes(kind))?.label ?? 'Guide')

interface PlaceLinksProps {
  parts: readonly Part[]
  here: Here
  /** Messages of all buyers that nobody has read. */
  unread: number
  onGo?: () => void
}

export const PlaceLinks = ({ parts, here, unread, onGo }: PlaceLinksProps) => (
  <ul className="grid gap-0.5">
    {parts.map(({ label, key, icon, place, kinds }) => (
      <li key={label}>
        <a
          href={hashOf(place)}
          data-key={key}
          title={label}
          aria-current={kinds.includes(here) ? 'page' : undefined}
          className={classNames(RAIL_ROW, kinds.includes(here) ? HERE : ELSEWHERE)}
          onClick={onGo}
        >
          <RailIcon icon={icon} />
          <RailName>{label}</RailName>
          {place.kind === 'messages' ? (
            <span className="flex duo:absolute duo:end-0.5 duo:top-0 rail:static rail:ms-auto">
              <Badge count={unread} />
            </span>
          ) : null}
        </a>
      </li>
    ))}
  </ul>
)

/** A row of the rail: its icon, and its name where there is room; on phones a row of the sheet. */
export const RAIL_ROW =
  'relative flex w-full items-center gap-2.5 whitespace-nowrap rounded-md font-medium text-sm max-duo:h-11 max-duo:px-3 duo:h-9 duo:justify-center rail:justify-start rail:px-2.5'

const HERE = 'bg-active font-semibold text-text'
const ELSEWHERE = 'text-text-2 hover:bg-hover hover:text-text'

const RailIcon = ({ icon: Icon }: { icon: LucideIcon }) => (
  <Icon size={17} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
)

export const RailName = ({ children }: { children: string }) => (
  <span className="duo:max-rail:sr-only">{children}</span>
)

interface RailButtonProps {
  icon: LucideIcon
  children: string
  /** Of what waits; nothing is said of none. */
  count?: number
  /** What it opens is shown. */
  isCurrent?: boolean
  className?: string
  onPress: () => void
}

/** Only the icon where the text does not fit. */
export function RailButton({ icon, children, count = 0, isCurrent, className, onPress }: RailButtonProps) {
  return (
    <button
      type="button"
      title={children}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(RAIL_ROW, isCurrent ? HERE : ELSEWHERE, 'cursor-pointer', className)}
      onClick={onPress}
    >
      <RailIcon icon={icon} />
      <RailName>{children}</RailName>
      {count > 0 ? (
        <span className="num text-text-3 max-duo:ms-auto rail:ms-auto">{` (${count})`}</span>
      ) : null}
    </button>
  )
}
