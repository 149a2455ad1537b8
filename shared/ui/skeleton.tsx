/** The place of something that still loads, in its size. Say how large by class; hidden from assistive technology. */
import { classNames } from './class-names.ts'

export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classNames('skeleton block', className)} />
}
