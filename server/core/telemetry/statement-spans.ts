/**
 * Spans of database statements, which the server announces on a diagnostics channel when they have ended. Only of statements within a
 * request or job: the server also looks every second or two for what is due.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'

/** As server/core/database/announce-statement.ts says it. */
interface EndedStatement {
  text: string
  ms: number
  hasFailed: boolean
}

const CHANNEL = 'plat:database:statement'
const TEXT_MAX = 2000

/** Until the function that it returns is called. */
export function traceStatements(tracer: Tracer): () => void {
  const listener = (message: unknown) => {
    if (!trace.getSpan(context.active())) return
    const { text, ms, hasFailed } = message as EndedStatement
    const endMs = Date.now()
    const operation = (/[a-z]+/i.exec(text)?.[0] ?? 'statement').toLowerCase()
    const span = tracer.startSpan(operation, {
      kind: SpanKind.CLIENT,
      startTime: endMs - ms,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.slice(0, TEXT_MAX),
      },
    })
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endMs)
  }
  subscribe(CHANNEL, listener)
  return () => void unsubscribe(CHANNEL, listener)
}
