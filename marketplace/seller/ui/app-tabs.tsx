/** The tab bar of the seller app on phones: four places, and the button of all others. */
import { useSignals } from '@preact/signals-react/runtime'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { TAB, TAB_BADGE, TAB_BAR } from '#marketplace/kit/ui/tab-bar.ts'
import { waitingOf } from '#marketplace/seller/request-rows.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { PARTS } from './app-nav.tsx'
import type { ShellProps } from './shell-rows.tsx'

/** In a window as low as at 400 % zoom. */
const LOW = '[@media(height<24rem)]:h-11'

export function SellerTabs({ shell: { store, here, unread, show } }: ShellProps) {
  useSignals()
  const tabs = PARTS.filter(({ isTab }) => isTab)
  const waiting = waitingOf(store.requests.requests.value).length
  const isElsewhere = !tabs.some(({ kinds }) => kinds.includes(here))
  return (
    <nav aria-label="Seller app" className={classNames(TAB_BAR, LOW, 'flex-none duo:hidden')}>
      {tabs.map(({ label, icon, place, kinds }) => (
        <a
          key={label}
          href={hashOf(place)}
          aria-current={kinds.includes(here) ? 'page' : undefined}
          className={TAB}
        >
          <TabIcon icon={icon} />
          {label}
          {place.kind === 'messages' && unread > 0 ? (
            <span className={TAB_BADGE}>
              <Badge count={unread} />
            </span>
          ) : null}
        </a>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isElsewhere ? 'true' : undefined}
        className={classNames(TAB, 'cursor-pointer')}
        onClick={() => show('more')}
      >
        <TabIcon icon={Ellipsis} />
        More
        {waiting > 0 ? (
          <span className="num absolute top-1.75 left-[calc(50%+12px)]">
            <span className="sr-only">, requests: </span>
            {waiting}
          </span>
        ) : null}
      </button>
    </nav>
  )
}

const TabIcon = ({ icon: Icon }: { icon: LucideIcon }) => (
  <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
)
