/** Links to the parts of the seller app: each opens in a new tab on request, and Back goes through them. */
import { useSignals } from '@preact/signals-react/runtime'
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
import { useRef } from 'react'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { TODAY_WORDS } from '#marketplace/seller/today/today-labels.ts'
import { hashOf, type SellerPlace } from '#shared/contract/seller-places.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { useScrollToCurrent } from '#shared/ui/scroll-to-current.ts'

interface Part {
  label: string
  /** Pressed one after the other. */
  key?: string
  icon: LucideIcon
  place: SellerPlace
  kinds: readonly SellerPlace['kind'][]
}

const PARTS: readonly Part[] = [
  { label: TODAY_WORDS.today, key: 'g t', icon: Sun, place: { kind: 'today' }, kinds: ['today'] },
  {
    label: 'Messages',
    key: 'g i',
    icon: Inbox,
    place: { kind: 'messages' },
    kinds: ['messages', 'conversation'],
  },
  { label: 'Deals', key: 'g d', icon: House, place: { kind: 'deals' }, kinds: ['deals', 'deal'] },
  {
    label: 'Offers',
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

interface SellerNavProps {
  store: SellerStore
  /** Messages of all buyers that nobody has read. */
  unread: number
}

export function SellerNav({ store, unread }: SellerNavProps) {
  useSignals()
  const here = store.place.value.kind
  const row = useRef<HTMLElement>(null)
  useScrollToCurrent(row, here)
  return (
    <nav
      aria-label="Seller app"
      ref={row}
      className="overflow-x-auto px-2 [scrollbar-width:none] max-duo:order-last max-duo:min-w-0 max-duo:basis-full max-duo:border-line max-duo:border-b duo:flex-none duo:overflow-visible duo:px-0"
    >
      <ul className="flex w-max duo:w-auto duo:flex-col duo:gap-0.5">
        {PARTS.map(({ label, key, icon, place, kinds }) => (
          <li key={label}>
            <a
              href={hashOf(place)}
              data-key={key}
              title={label}
              aria-current={kinds.includes(here) ? 'page' : undefined}
              className={classNames(
                RAIL_ROW,
                'max-duo:border-b-2 max-duo:px-2 max-duo:py-2.5',
                kinds.includes(here)
                  ? 'border-accent text-text duo:bg-active duo:font-semibold'
                  : 'border-transparent text-text-2 hover:text-text duo:hover:bg-hover',
              )}
            >
              <RailIcon icon={icon} className="max-duo:hidden" />
              <RailName className="max-duo:not-sr-only">{label}</RailName>
              {label === 'Messages' ? (
                <span className="flex duo:absolute duo:end-0.5 duo:top-0 rail:static rail:ms-auto">
                  <Badge count={unread} />
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A row of the rail: its icon, and its name where there is room. */
export const RAIL_ROW =
  'relative flex items-center gap-2.5 whitespace-nowrap rounded-none font-medium text-sm duo:h-9 duo:w-full duo:justify-center duo:rounded-md rail:justify-start rail:px-2.5'

export const RailIcon = ({ icon: Icon, className }: { icon: LucideIcon; className?: string }) => (
  <Icon size={17} strokeWidth={1.75} aria-hidden="true" className={classNames('flex-none', className)} />
)

export const RailName = ({ children, className }: { children: string; className?: string }) => (
  <span className={classNames('sr-only rail:not-sr-only', className)}>{children}</span>
)

interface RailButtonProps {
  icon: LucideIcon
  children: string
  /** Of what waits; nothing is said of none. */
  count?: number
  /** What it opens is the page that is shown. */
  isCurrent?: boolean
  className?: string
  onPress: () => void
}

/** Only the icon where the text would not fit. */
export function RailButton({ icon, children, count = 0, isCurrent, className, onPress }: RailButtonProps) {
  return (
    <button
      type="button"
      title={children}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        RAIL_ROW,
        isCurrent ? 'bg-active font-semibold text-text' : 'text-text-2 hover:text-text',
        'cursor-pointer max-duo:h-9 max-duo:rounded-md max-duo:border max-duo:border-line max-duo:px-2.5 duo:hover:bg-hover',
        className,
      )}
      onClick={onPress}
    >
      <RailIcon icon={icon} />
      <RailName>{children}</RailName>
      {count > 0 ? <span className="num text-text-3 rail:ms-auto">{` (${count})`}</span> : null}
    </button>
  )
}
