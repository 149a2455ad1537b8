/**
 * Error reports to Sentry, or to a service that takes its envelopes. No instrumentation of the library is used: what is reported, and
 * with what, is decided here. Imports no module of the server, because it is compiled apart.
 */
import {
  createStackParser,
  createTransport,
  type ErrorEvent,
  Scope,
  type TransportMakeRequestResponse,
  type TransportRequest,
} from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import { redactErrorText } from './redact-error-text.ts'
import type { ErrorReportSettings, ErrorReports } from './telemetry.ts'

const CLOSE_MS = 2000
const SEND_MAX_MS = 10_000

export function startErrorReports({ dsn, environment, release }: ErrorReportSettings): ErrorReports {
  const client = new ServerRuntimeClient({
    dsn,
    environment,
    ...(release === null ? {} : { release }),
    platform: 'node',
    integrations: [],
    sendClientReports: false,
    stackParser: createStackParser(nodeStackLineParser()),
    transport: (options) => createTransport(options, (request) => post(options.url, request)),
    beforeSend: redactEvent,
  })
  client.init()
  return {
    report(error, tags) {
      const scope = new Scope()
      scope.setTags(tags)
      client.captureException(error, {}, scope)
    },
    async close() {
      await client.close(CLOSE_MS)
    },
  }
}

async function post(
  url: string,
  { body }: Pick<TransportRequest, 'body'>,
): Promise<TransportMakeRequestResponse> {
  const { status, headers } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-sentry-envelope' },
    body: typeof body === 'string' ? body : Uint8Array.from(body),
    signal: AbortSignal.timeout(SEND_MAX_MS),
  })
  return {
    statusCode: status,
    headers: {
      'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
      'retry-after': headers.get('retry-after'),
    },
  }
}

/** Only these fields leave: a later release of the library may add others. */
function redactEvent(event: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, platform, level, environment, release, tags, exception } = event
  const values = (exception?.values ?? []).map(({ type, value, stacktrace, mechanism }) => ({
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { value: redactErrorText(value) }),
    ...(stacktrace === undefined ? {} : { stacktrace }),
    ...(mechanism === undefined ? {} : { mechanism }),
  }))
  const kept = { event_id, timestamp, platform, level, environment, release, tags }
  const present = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
  return { ...present, type: undefined, exception: { values } }
}
