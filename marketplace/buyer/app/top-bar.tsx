/** The bar at the top of every page: brand, main navigation, tools, account. */
import { useSignals } from '@preact/signals-react/runtime'
import { Heart } from 'lucide-react'
import { type ReactElement, Suspense } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { Link, LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { Logo } from '#marketplace/buyer/ui/logo.tsx'
import { registerAddress } from '#shared/rules/return-to.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Badge } from '#shared/ui/badge.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { NAVIGATION, placeOf, VISITOR_NAVIGATION } from './navigation.ts'

const Tools = lazyPart(() => import('./top-bar-tools.tsx'), Nothing)

const Bell = lazyPart(() => import('#marketplace/buyer/features/notifications/bell.tsx'), Nothing)

/** Without its menu, should its code be gone. */
const AccountMenu = lazyPart(
  () => import('./account-menu.tsx'),
  ({ user }) => (
    <Link href="/profile" aria-label="Your account">
      <Avatar name={user.name} logo={user.photo} id={user.id} size={32} />
    </Link>
  ),
)

const Tooltip = lazyPart(
  () => import('#marketplace/kit/ui/tooltip.tsx'),
  ({ children }) => children,
)

/** The control works before the code of its tooltip is there. */
const Named = ({ name, children }: { name: string; children: ReactElement }) => (
  <Suspense fallback={children}>
    <Tooltip text={name} side="bottom">
      {children}
    </Tooltip>
  </Suspense>
)

export function TopBar({ className }: { className?: string | undefined }) {
  return (
    <header
      data-bar=""
      className={classNames(
        'sticky top-0 z-20 has-[[role=menu]]:z-(--z-drawer) flex h-14 print:hidden flex-none items-center gap-2 border-line border-b bg-surface pr-3 pl-4 desk:px-5',
        className,
      )}
    >
      <Logo className="mr-5 max-desk:mr-1" />
      <MainNavigation />
      <div className="ml-auto flex items-center gap-1.5">
        {/* At the very left, so that its coming moves nothing else. */}
        <Suspense>
          <Tools />
        </Suspense>
        <AccountCorner />
      </div>
    </header>
  )
}

function MainNavigation() {
  useSignals()
  const { user, unread } = useServices()
  const [path] = useLocation()
  const here = placeOf(path)
  const { phase } = user.state.value
  if (phase === 'unknown') return null
  const isUser = phase === 'user'
  const items = isUser ? NAVIGATION.filter(({ bar }) => bar !== 'tabs') : VISITOR_NAVIGATION
  return (
    <nav aria-label="Main" className="flex h-full gap-0.5 max-desk:hidden">
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          aria-current={item.href === here?.href ? 'page' : undefined}
          className="relative flex items-center gap-1.75 px-2.75 font-medium text-text-2 hover:text-text aria-[current]:font-semibold aria-[current]:text-text aria-[current]:after:absolute aria-[current]:after:inset-x-2.75 aria-[current]:after:-bottom-px aria-[current]:after:border-text aria-[current]:after:border-b-2"
        >
          {item.label}
          {isUser && item.href === '/messenger' ? <Badge count={unread.count.value} /> : null}
        </Link>
      ))}
    </nav>
  )
}

/** Until it is known who this is, the avatar's place is kept: nothing jumps and nobody sees a wrong button. */
function AccountCorner() {
  useSignals()
  const state = useServices().user.state.value
  switch (state.phase) {
    case 'user':
      return (
        <>
          <Suspense fallback={<span className="size-9" />}>
            <Bell userId={state.user.id} />
          </Suspense>
          <SavedLink />
          <Suspense fallback={<Skeleton className="size-8 rounded-full" />}>
            <AccountMenu user={state.user} />
          </Suspense>
        </>
      )
    case 'unknown':
      return <Skeleton className="size-8 rounded-full" />
    case 'unreachable':
      return null
    case 'visitor':
      return (
        <>
          <LogInLink />
          {/* The narrowest phones have no room for both; every way to log in leads here as well. */}
          <RegisterLink />
        </>
      )
  }
}

function SavedLink() {
  return (
    <Named name="Saved deals">
      <Link
        href="/profile/favourites"
        aria-label="Saved deals"
        className="inline-grid size-9 flex-none place-items-center rounded-md text-text-2 hover:bg-hover hover:text-text"
      >
        <Heart size={18} strokeWidth={1.75} aria-hidden="true" />
      </Link>
    </Named>
  )
}

/** A plain press opens the dialog over the page one is on; the page of its own is for new tabs and for no scripts. */
function LogInLink() {
  const { loginPrompt } = useServices()
  return (
    <LinkButton
      href="/login"
      variant="ghost"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void loginPrompt.open()
      }}
    >
      Log in
    </LinkButton>
  )
}

function RegisterLink() {
  const [path] = useLocation()
  const search = useSearch()
  return (
    <LinkButton
      href={registerAddress(search === '' ? path : `${path}?${search}`)}
      className="max-[23rem]:hidden"
    >
      Create account
    </LinkButton>
  )
}
