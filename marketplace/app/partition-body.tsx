/** One partition's own part of the screen: fetches its code, and keeps what goes wrong in it away from the rest. */
import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { PartitionProps } from '#marketplace/features/profile/partition-props.ts'
import { useServices } from '#marketplace/platform/services-context.tsx'
import type { User } from '#marketplace/platform/user.ts'
import { LoadFailed } from '#marketplace/ui/load-failed.tsx'
import { LoadingRows } from '#marketplace/ui/partition-parts.tsx'
import type { Partition } from './partitions.ts'
import { RouteBoundary } from './route-boundary.tsx'

export function PartitionBody({ partition, user }: { partition: Partition; user: User }) {
  const { log } = useServices()
  // Another try is another component: a failed one stays failed.
  const [turn, setTurn] = useState(() => ({ count: 0, Body: bodyOf(partition) }))
  const { Body } = turn
  // A browser may remember that a file did not come, and an update of the site may have taken it away: then all anew.
  const again = () =>
    turn.count === 0 ? setTurn({ count: 1, Body: bodyOf(partition) }) : window.location.reload()
  return (
    <RouteBoundary
      key={turn.count}
      log={log}
      fallback={() => (
        <LoadFailed onRetry={again}>This part could not be shown. The rest of your profile works.</LoadFailed>
      )}
    >
      <Suspense fallback={<LoadingRows count={3} />}>
        <Body user={user} />
      </Suspense>
    </RouteBoundary>
  )
}

const bodyOf = ({ load }: Partition): ComponentType<PartitionProps> => lazy(load)
