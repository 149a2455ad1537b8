/** The settings for who asks often: read again when they are older than a moment, so that every node agrees soon after a change. */
import type { Database } from '#server/core/database/open.ts'
import { readSettings, type Settings } from './settings.ts'

export interface SettingsReader {
  read(): Promise<Settings>
}

const KEPT_MS = 2000

export function createSettingsReader(db: Database, nowMs: () => number = Date.now): SettingsReader {
  let kept: { settings: Promise<Settings>; untilMs: number } | null = null
  return {
    read() {
      if (kept && kept.untilMs > nowMs()) return kept.settings
      const settings = readSettings(db)
      const mine = { settings, untilMs: nowMs() + KEPT_MS }
      kept = mine
      // A failure is not kept.
      settings.catch(() => {
        if (kept === mine) kept = null
      })
      return settings
    },
  }
}
