/**
 * Starts traces and error reports, for an operator who collects them. Each library is a separate file beside the compiled server and
 * is loaded only when its setting is set (docs/decisions/0025).
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Telemetry, TelemetrySettings } from './telemetry.ts'

const CLOSE_MAX_MS = 3000

export async function startTelemetry(settings: TelemetrySettings): Promise<Telemetry> {
  const tracing = settings.tracing && (await import('./opentelemetry.ts')).startTracing(settings.tracing)
  const errors = settings.errors && (await import('./sentry.ts')).startErrorReports(settings.errors)
  return {
    tracing,
    errors,
    async close() {
      const closed = Promise.allSettled([tracing?.close(), errors?.close()])
      await Promise.race([closed, pause(CLOSE_MAX_MS, undefined, { ref: false })])
    },
  }
}
