/** Exactly five bubbles in the place of messages that still load (spec section 2). */

import { classNames } from '#shared/ui/class-names.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'

const BUBBLES = [
  { side: 'self-start', size: 'h-9 w-[46%]' },
  { side: 'self-end', size: 'h-9 w-[38%]' },
  { side: 'self-start', size: 'h-14 w-[58%]' },
  { side: 'self-start', size: 'h-9 w-[34%]' },
  { side: 'self-end', size: 'h-14 w-[52%]' },
] as const

export function ThreadSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden px-5 pt-1 pb-4 narrow:px-3 narrow:pb-3">
      <span role="status" className="sr-only">
        Loading messages
      </span>
      <div className="mx-auto flex w-full max-w-190 flex-col gap-3.5">
        {BUBBLES.map(({ side, size }) => (
          <Skeleton key={size + side} className={classNames('flex-none rounded-bubble', side, size)} />
        ))}
      </div>
    </div>
  )
}
