/** Corners between joined bubbles are tight, outer ones stay round (DESIGN.md, Message bubble). */

import type { Joined } from '#shared/thread/model.ts'
import { classNames } from '#shared/ui/class-names.ts'

export function cornersOf(isOwn: boolean, { before, after }: Joined): string {
  return isOwn
    ? classNames(before && 'rounded-se-sm', after && 'rounded-ee-sm')
    : classNames(before && 'rounded-ss-sm', after && 'rounded-es-sm')
}
