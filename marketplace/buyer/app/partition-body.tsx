/** One partition's own part of the screen: fetches its code, and keeps what goes wrong in it away from the rest. */
import { Suspense, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { LoadingRows } from '#marketplace/buyer/ui/partition-parts.tsx'
import type { Partition } from './partitions.ts'
import { RouteBoundary } from './route-boundary.tsx'

export function PartitionBody({ partition, user }: { partition: Partition; user: User }) {
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
