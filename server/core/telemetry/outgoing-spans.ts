/**
 * Spans of outgoing HTTP calls, which Node announces on its diagnostics channels, by whichever library they are made. A span ends when
 * the headers of the answer arrive. Nothing is added to a call: services of others would see the ids of traces.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'

/** What undici, the library of `fetch`, says of a call. */
interface FetchRequest {
  origin: string | URL
  method: string
}

type Listener = (message: unknown) => void

const SERVER_ERROR = 500

/** Until the function that it returns is called. */
export function traceOutgoing(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>()
  const begin = (request: object, method: string, host: string) => {
    const domain = domainOf(host)
    const attributes = { 'http.request.method': method, 'server.address': domain }
    spans.set(request, tracer.startSpan(`${method} ${domain}`, { kind: SpanKind.CLIENT, attributes }))
  }
  const end = (request: object, status: number | null) => {
    const span = spans.get(request)
    if (!span) return
    spans.delete(request)
    if (status !== null) span.setAttribute('http.response.status_code', status)
    if (status === null || status >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
  const listeners: Record<string, Listener> = {
    'undici:request:create': (message) => {
      const { request } = message as { request: FetchRequest }
      begin(request, request.method, new URL(request.origin).hostname)
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as { request: object; response: { statusCode: number } }
      end(request, response.statusCode)
    },
    'undici:request:error': (message) => end((message as { request: object }).request, null),
    'http.client.request.start': (message) => {
      const { request } = message as { request: ClientRequest }
      begin(request, request.method, request.host)
    },
    'http.client.response.finish': (message) => {
      const { request, response } = message as { request: object; response: IncomingMessage }
      end(request, response.statusCode ?? null)
    },
    'http.client.request.error': (message) => end((message as { request: object }).request, null),
  }
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener)
  }
}

/** The last two labels: the first ones of a webhook's host may be its secret. */
function domainOf(host: string): string {
  const bare = host.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? bare.split('.').slice(-2).join('.') : bare
}
