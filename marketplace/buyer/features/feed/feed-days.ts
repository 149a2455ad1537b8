/** The feed by the days on which its deals were found, in the reader's own time. */
import { byDay, type Day } from '#marketplace/buyer/platform/by-day.ts'
import type { FeedEntryWire } from '#shared/contract/feed.ts'

/** In the order given, which is the latest first. */
export const feedDays = (entries: readonly FeedEntryWire[], nowMs: number): Day<FeedEntryWire>[] =>
  byDay(entries, { atOf: ({ found_at }) => found_at, nowMs })
