/** The 14 days of a review: how long it waits for the other side's, and how long its writer may change it (checklist REV-04, 05). */
import { REVIEW_WINDOW_MS } from '#shared/contract/limits.ts'

/** Both written: shown at once. Otherwise neither can answer what the other said before having written themselves. */
export const shownFrom = (writtenMs: number, hasOther: boolean): Date =>
  new Date(hasOther ? writtenMs : writtenMs + REVIEW_WINDOW_MS)

export const editableUntil = (writtenMs: number): Date => new Date(writtenMs + REVIEW_WINDOW_MS)

export const isEditable = (writtenMs: number, nowMs: number): boolean => nowMs < writtenMs + REVIEW_WINDOW_MS
