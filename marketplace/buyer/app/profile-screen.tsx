/** The profile: its partitions at the left, on narrow screens in a row that scrolls, and the chosen one beside or below. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { countOf } from '#marketplace/buyer/features/offers/offer-groups.ts'
import { Portrait } from '#marketplace/buyer/features/profile/portrait.tsx'
import { type DealServices, useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { usePageName } from '#marketplace/buyer/platform/page-name.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { LogOutButton } from '#marketplace/buyer/ui/log-out-button.tsx'
import { PartitionActionsContext } from '#marketplace/buyer/ui/partition-actions.tsx'
import { LoadingRows } from '#marketplace/buyer/ui/partition-parts.tsx'
import { formatNumber } from '#shared/format/count.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { useScrollToCurrent } from '#shared/ui/scroll-to-current.ts'
import { NotFoundPage } from './lazy-error-pages.tsx'
import { findPartition, PARTITIONS, type Partition, partitionPath } from './partitions.ts'
import { RouteBoundary } from './route-boundary.tsx'

export default function ProfileScreen() {
  useSignals()
  const { user } = useServices()
  const [path] = useLocation()
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const partition = findPartition(path)
  usePageName(partition?.title ?? null)
  const state = user.state.value
  if (partition === null) return <NotFoundPage path={path} />
  // The guard has let somebody in; during a log out nobody is there for a moment.
  if (state.phase !== 'user') return null
  return (
    <div className="profile-grid">
      <PartitionList here={partition} user={state.user} />
      <div className="min-w-0 print:col-span-full">
        <div className="mb-5 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <h1 tabIndex={-1} className="mr-auto font-semibold text-2xl tracking-[-0.024em]">
            {partition.title}
          </h1>
          <div ref={setActions} className="flex gap-2 empty:hidden" />
        </div>
        <div>
          <PartitionActionsContext value={actions}>
            <PartitionBody
              key={`${partition.name} ${state.user.id}`}
              partition={partition}
              user={state.user}
            />
          </PartitionActionsContext>
        </div>
      </div>
    </div>
  )
}

function PartitionList({ here, user }: { here: Partition; user: User }) {
  const row = useRef<HTMLElement>(null)
  // Where the list scrolls, across or down, the chosen one must be in sight.
  useScrollToCurrent(row, here)
  return (
    <nav ref={row} aria-label="Profile" className="profile-nav print:hidden">
      <div className="flex items-center gap-3 px-2.5 pb-4.5 max-aside:hidden low:pb-2.5 [@media(height<50rem)]:hidden">
        <Portrait user={user} photo={user.photo} size="small" />
        <div className="min-w-0">
          <p className="truncate font-semibold text-md">{user.name}</p>
          {user.identity.status === 'success' ? (
            <p className="font-medium text-gain-text text-xs">ID verified</p>
          ) : null}
        </div>
      </div>
      {PARTITIONS.map((partition, index) => (
        <Link
          key={partition.name}
          href={partitionPath(partition)}
          aria-current={partition === here ? 'page' : undefined}
          className={classNames(
            ITEM,
            partition.group !== PARTITIONS[index - 1]?.group && index > 0 && 'aside:mt-3.5 low:mt-2',
          )}
        >
          <partition.icon size={16} strokeWidth={1.75} aria-hidden="true" className="max-aside:hidden" />
          {partition.label ?? partition.title}
          {isCounted(partition.name) ? (
            <Suspense>
              <PartitionCount name={partition.name} />
            </Suspense>
          ) : null}
        </Link>
      ))}
      <div className="mt-3.5 max-aside:hidden low:mt-2">
        <LogOutButton />
      </div>
    </nav>
  )
}

const ITEM = classNames(
  'my-px flex h-9 flex-none items-center gap-2.5 whitespace-nowrap rounded-md px-2.5 font-medium text-text-2 hover:bg-hover',
  'low:my-0 low:h-8',
  'aria-[current]:font-semibold aria-[current]:text-text aside:aria-[current]:bg-active',
  'max-aside:h-8 max-aside:border max-aside:border-line-strong max-aside:pointer-coarse:h-11',
  'max-aside:aria-[current]:border-transparent max-aside:aria-[current]:bg-ink max-aside:aria-[current]:text-on-ink',
)

/**
 * One partition's own part of the screen: fetches its code, and keeps what goes wrong in it away from the rest.
 */
function PartitionBody({ partition, user }: { partition: Partition; user: User }) {
  const { connection, log } = useServices()
  const [Body] = useState(() => lazyPart(partition.load))
  return (
    <RouteBoundary
      log={log}
      fallback={() => (
        <LoadFailed onRetry={() => void connection.check().then(() => window.location.reload())}>
          This part could not be shown. The rest of your profile works.
        </LoadFailed>
      )}
    >
      <Suspense fallback={<LoadingRows count={3} />}>
        <Body user={user} />
      </Suspense>
    </RouteBoundary>
  )
}

const COUNTED = ['favourites', 'offers', 'requests'] as const
type Counted = (typeof COUNTED)[number]

const isCounted = (name: string): name is Counted => COUNTED.some((one) => one === name)

/** How many there are in a partition, in the list of partitions. Nothing for none, or while it is not known. */
function PartitionCount({ name }: { name: Counted }) {
  useSignals()
  const services = useDealServices()
  const { offers, addresses } = services
  useEffect(() => {
    if (name === 'offers') void offers.load()
    if (name === 'requests') void addresses.load()
  }, [name, offers, addresses])
  const count = countIn(name, services)
  return count === 0 ? null : (
    <span className="num ml-auto pl-1 font-regular text-xs opacity-75 max-aside:hidden">
      {formatNumber(count)}
    </span>
  )
}

function countIn(name: Counted, { favourites, offers, addresses }: DealServices): number {
  switch (name) {
    case 'favourites':
      return favourites.ids.value.size
    case 'requests':
      return addresses.requests.value.size
    case 'offers':
      return offers.state.value.phase === 'ready' ? countOf(offers.state.value.offers, 'active') : 0
  }
}
