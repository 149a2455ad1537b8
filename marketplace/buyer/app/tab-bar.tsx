/** The main navigation of phones, within reach of the thumb. For who is logged in. */
import { useSignals } from '@preact/signals-react/runtime'
import { useLocation } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { Badge } from '#shared/ui/badge.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { NAVIGATION, placeOf } from './navigation.ts'

export function TabBar({ className }: { className?: string | undefined }) {
  useSignals()
  const { unread } = useServices()
  const [path] = useLocation()
  const here = placeOf(path)
  return (
    <nav
      aria-label="Main"
      data-tab-bar=""
      className={classNames(
        'fixed inset-x-0 bottom-0 z-20 grid h-[calc(3.5rem+env(safe-area-inset-bottom))] grid-cols-5 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] desk:hidden print:hidden',
        className,
      )}
    >
      {NAVIGATION.filter(({ bar }) => bar !== 'top').map((place) => (
        <Link
          key={place.href}
          href={place.href}
          aria-current={place === here ? 'page' : undefined}
          className="relative grid content-center justify-items-center gap-0.75 font-medium text-2xs text-text-3 leading-none aria-[current]:font-semibold aria-[current]:text-accent-text"
        >
          <place.icon size={20} strokeWidth={1.75} aria-hidden="true" />
          {place.label}
          {place.href === '/messenger' ? (
            <span className="absolute top-1.25 left-[calc(50%+4px)] grid rounded-full ring-2 ring-surface">
              <Badge count={unread.count.value} />
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}
