/** Where live messages come from, read out of `realtime-config`. A field that cannot be used falls back; without a key live is off. */
import * as z from 'zod/mini'
import { CHANNEL_PREFIX, JOB_INTERVAL_MS } from '#shared/contract/limits.ts'
import { type RealtimeConfig, realtimeConfig } from '#shared/contract/realtime-config.ts'
import type { Realtime, RealtimeHandlers } from '#shared/realtime/realtime.ts'

/** What the store is handed: a way to connect, or why there is none. */
export type LiveSource =
  | { readonly kind: 'on'; readonly channel: string; connect(handlers: RealtimeHandlers): Promise<Realtime> }
  | { readonly kind: 'off'; readonly note: string }

export type ParsedConfig =
  /** `problem` names the fields that fell back to their defaults. */
  | { readonly kind: 'usable'; readonly config: RealtimeConfig; readonly problem?: string }
  /** Nothing was given. */
  | { readonly kind: 'none' }
  /** `problem` says what to put right, for the page's developer. */
  | { readonly kind: 'broken'; readonly problem: string }

export const NOTE_NONE = 'Live updates are not set up on this page. Reload to see new messages.'
export const NOTE_BROKEN =
  'Live updates are off: realtime-config could not be read. Reload to see new messages.'

/** One text for equal configurations, so that setting the same one again changes nothing. Null for none. */
export function configText(raw: unknown): string | null {
  if (raw === null || raw === undefined) return null
  if (typeof raw === 'string') return raw.trim() || null
  try {
    return JSON.stringify(raw) ?? null
  } catch {
    return String(raw)
  }
}

export function parseConfig(text: string | null): ParsedConfig {
  if (text === null) return { kind: 'none' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'broken', problem: 'realtime-config is not valid JSON. Write it like {"key":"…"}.' }
  }
  const parsed = z.safeParse(realtimeConfig, value)
  if (parsed.success) return { kind: 'usable', config: parsed.data }
  const odd = new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? 'the whole')))
  const problem = `realtime-config does not fit: check ${[...odd].join(', ')}.`
  const usual = Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !odd.has(name)))
  const rest = z.safeParse(realtimeConfig, usual)
  return rest.success ? { kind: 'usable', config: rest.data, problem } : { kind: 'broken', problem }
}

export const jobIntervalMs = (parsed: ParsedConfig): number =>
  (parsed.kind === 'usable' ? parsed.config.jobInterval : undefined) ?? JOB_INTERVAL_MS

export const prefixOf = (config: RealtimeConfig): string => config.prefix || CHANNEL_PREFIX
