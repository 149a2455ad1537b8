/** The places of what is coming, in their sizes. */
import { Skeleton } from '#shared/ui/skeleton.tsx'

export function DealLoading() {
  return (
    <div className="mx-auto w-full max-w-310 desk:px-8 desk:pt-3">
      <h1 tabIndex={-1} className="sr-only">
        Deal
      </h1>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="flex h-11 items-center gap-3 max-desk:px-4">
        <Skeleton className="h-5 w-36" />
      </div>
      <Skeleton className="h-66 rounded-none desk:h-85.5 desk:rounded-lg" />
      <div className="grid items-start gap-8 px-4 pt-5.5 desk:grid-cols-[minmax(0,1fr)_300px] desk:px-0 broad:grid-cols-[minmax(0,1fr)_348px] broad:gap-12">
        <div className="grid gap-3">
          <Skeleton className="h-5 w-44" />
          <Skeleton className="h-8 w-72" />
          <Skeleton className="h-5 w-52" />
          <Skeleton className="mt-3 h-28" />
          <Skeleton className="mt-4 h-40" />
        </div>
        <Skeleton className="h-72 max-desk:hidden" />
      </div>
    </div>
  )
}
