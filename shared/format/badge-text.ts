/** A count as a badge says it. A file of its own, since the launcher takes it and must stay small. */
import { BADGE_MAX } from '#shared/contract/limits.ts'

/** `7`, `99`, `99+`. */
export const badgeText = (count: number): string => (count > BADGE_MAX ? `${BADGE_MAX}+` : String(count))
