/** Structured logs: one line a request, with its route pattern instead of its address, and never a body, token or query. */
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { type Logger, type LoggerOptions, pino } from 'pino'
import { currentRequestId } from '#server/core/telemetry/request-context.ts'
import type { Tracing } from '#server/core/telemetry/telemetry.ts'
import type { Caller } from './principal.ts'

export interface LogSettings {
  /** pino's levels, or `silent`. */
  level?: string
  /** Where lines go; standard output by default. */
  stream?: LogStream
}

interface LogStream {
  write(line: string): void
}

/** Lines carry the id of the request that caused them, and the ids of their trace, if there is one. */
export function loggerOptions(
  settings: LogSettings = {},
  tracing: Tracing | null = null,
): NonNullable<FastifyServerOptions['logger']> {
  const { stream } = settings
  return { ...optionsOf(settings, tracing), ...(stream ? { stream } : {}) }
}

/** The same format before there is an app, and for the reason why a process ends. */
export const createLog = ({ stream, ...settings }: LogSettings & { stream: LogStream }): Logger =>
  pino(optionsOf(settings, null), stream)

function optionsOf({ level = 'info' }: LogSettings, tracing: Tracing | null): LoggerOptions {
  return {
    level,
    mixin: (_line, _level, logger) => ({ ...requestField(logger), ...tracing?.logFields() }),
    serializers: {
      req: (request) => ({ method: request.method }),
      err: (error) => ({
        type: error.name,
        code: error.code,
        message: error.message,
        stack: error.stack ?? '',
        ...(error.cause instanceof Error ? { cause: `${error.cause.name}: ${error.cause.message}` } : {}),
      }),
    },
    redact: {
      paths: ['*.authorization', '*.cookie', '*.token', '*.password', '*.body', '*.message_text'],
      remove: true,
    },
  }
}

/** The logger of a request has it already. */
function requestField(logger: { bindings(): object }): { reqId?: string } {
  const reqId = currentRequestId()
  return reqId === null || 'reqId' in logger.bindings() ? {} : { reqId }
}

export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.me ? { who: nameOf(request.me) } : {}),
      },
      'request',
    )
  })
}

function nameOf(me: Caller): string {
  if (me.kind === 'server-key') return `server-key:${me.keyId}`
  if (me.kind === 'customer') return `customer:${me.id}`
  return me.kind === 'account' ? `member:${me.memberId}` : `staff:${me.staffId}`
}
