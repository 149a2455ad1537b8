/** What the server needs of traces and error reports; `start-telemetry.ts` loads the libraries. */
import type { FastifyInstance } from 'fastify'

export interface TracingSettings {
  /** Where spans are posted: an OTLP endpoint for traces, with its path. */
  url: string
  serviceName: string
}

export interface ErrorReportSettings {
  dsn: string
  environment: string
  release: string | null
}

export interface TelemetrySettings {
  tracing: TracingSettings | null
  errors: ErrorReportSettings | null
}

export interface Tracing {
  /** A span for each request. With `isProxyTrusted` it continues the trace that the proxy's `traceparent` names. */
  register(app: FastifyInstance, options: { isProxyTrusted: boolean }): void
  /** A span around a job. Rejects as the job does. */
  job(name: string, run: () => Promise<void>): Promise<void>
  /** For a log line: the ids of the trace and span under way, or nothing. */
  logFields(): object
  /** Sends the spans that wait. */
  close(): Promise<void>
}

export interface ErrorReports {
  /** Sends an error that nobody expected, without what it could know of people. Tags are ids and names of routes or jobs. */
  report(error: unknown, tags: Record<string, string>): void
  /** Waits for reports under way. */
  close(): Promise<void>
}

export interface Telemetry {
  tracing: Tracing | null
  errors: ErrorReports | null
  /** Sends what waits, for at most three seconds. Never rejects. */
  close(): Promise<void>
}

export const NO_TELEMETRY: Telemetry = { tracing: null, errors: null, close: async () => {} }
