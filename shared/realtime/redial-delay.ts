import { REDIAL_DELAYS_MS } from '#shared/contract/realtime-limits.ts'

/** Milliseconds to wait before asking again after so many failures in a row: less and less often. */
export const redialDelayMs = (failures: number): number =>
  REDIAL_DELAYS_MS[Math.min(failures, REDIAL_DELAYS_MS.length - 1)] ?? 0
