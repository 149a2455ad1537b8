/** Where traces and error reports go, from the variables that OpenTelemetry and Sentry use everywhere. */
import type { TelemetrySettings } from '#server/core/telemetry/telemetry.ts'
import type { Reader } from './read-variables.ts'

export const TELEMETRY_HELP = `
 Traces and error reports
  OTEL_EXPORTER_OTLP_ENDPOINT
                        http(s)://… of an OpenTelemetry collector; traces are posted to /v1/traces below it. Without it none are made
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
                        the same for traces alone, with its path
  OTEL_EXPORTER_OTLP_PROTOCOL
                        http/json, the only one
  OTEL_EXPORTER_OTLP_HEADERS
                        headers for the collector: name=value,…
  OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES
                        the name of this server in traces (plat), and name=value,… of what else to say of it
  OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG
                        which requests are traced, e.g. parentbased_traceidratio and 0.1 (parentbased_always_on)
  OTEL_SDK_DISABLED     true: no traces
  SENTRY_DSN            https://key@host/project that unexpected errors are reported to. Without it none are
  SENTRY_ENVIRONMENT, SENTRY_RELEASE
                        what errors are filed under (production), and the release that they are of
`

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const
const PROTOCOLS = ['http:', 'https:']
const DSN = /^https?:\/\/[^\s:@/]+(?::[^\s@/]*)?@[^\s/]+\/(?:\S+\/)?\d+$/

export function readTelemetry(read: Reader, faults: string[]): TelemetrySettings {
  return { tracing: readTracing(read), errors: readErrors(read, faults) }
}

/** The library reads what is only looked at here. */
function readTracing(read: Reader): TelemetrySettings['tracing'] {
  const base = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', PROTOCOLS)
  const own = read.url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', PROTOCOLS)
  const url = own ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  const isOff = read.oneOf('OTEL_SDK_DISABLED', ['true', 'false'], 'false') === 'true'
  const serviceName = read.text('OTEL_SERVICE_NAME', 'plat')
  read.oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/json'], 'http/json')
  read.maybe('OTEL_EXPORTER_OTLP_HEADERS')
  read.maybe('OTEL_RESOURCE_ATTRIBUTES')
  read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on')
  read.number('OTEL_TRACES_SAMPLER_ARG', { least: 0, most: 1 })
  return url === null || isOff ? null : { url, serviceName }
}

function readErrors(read: Reader, faults: string[]): TelemetrySettings['errors'] {
  const dsn = read.maybe('SENTRY_DSN')
  const environment = read.text('SENTRY_ENVIRONMENT', 'production')
  const release = read.maybe('SENTRY_RELEASE')
  if (dsn === null) return null
  // It names a key, so it is not repeated.
  if (!DSN.test(dsn)) faults.push('SENTRY_DSN must be an address like https://key@sentry.example/1')
  return { dsn, environment, release }
}
