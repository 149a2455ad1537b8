/** Eight rows in the place of conversations that still load. */
import { Skeleton } from '#shared/ui/skeleton.tsx'

const ROWS = [
  'w-[58%] w-[88%]',
  'w-[72%] w-[76%]',
  'w-[46%] w-[92%]',
  'w-[64%] w-[68%]',
  'w-[52%] w-[84%]',
  'w-[70%] w-[78%]',
  'w-[60%] w-[90%]',
  'w-[48%] w-[72%]',
].map((pair) => pair.split(' '))

export function ListSkeleton() {
  return (
    <div className="min-h-0 flex-1 overflow-hidden px-2 pt-0.5 pb-2 narrow:px-1.5">
      <span role="status" className="sr-only">
        Loading conversations
      </span>
      {ROWS.map(([name, preview]) => (
        <div key={`${name}${preview}`} className="flex min-h-16.5 items-center gap-3 px-2.5 py-2.75">
          <Skeleton className="size-10 flex-none rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className={`h-2.75 rounded-sm ${name}`} />
            <Skeleton className={`h-2.5 rounded-sm ${preview}`} />
          </span>
        </div>
      ))}
    </div>
  )
}
