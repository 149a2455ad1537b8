/** How large a schedule is, and how many a test run plays. */
import type { Size } from './schedule.ts'

/** By the seed alone, so that a seed is all that is needed to play it again: odd ones have one tab, even ones two. */
export const sizeOf = (seed: number): Size => ({ tabs: seed % 2 === 0 ? 2 : 1, steps: 12 })

/** Of each test file; `npm run soak` plays 100,000. */
const SCHEDULES = 100
export const BATCH = 50
export const BATCHES = Array.from({ length: SCHEDULES / BATCH }, (_, at) => at * BATCH)
export const BATCH_TIMEOUT_MS = 300_000
