/**
 * Traces by OpenTelemetry: a span for each request, job, outgoing HTTP call and database statement. Spans name routes, jobs, domains and
 * statements without their values, never a person, an address, the query of an address, a header or a body. The library itself reads its usual variables, e.g. `OTEL_TRACES_SAMPLER`.
 * Imports no module of the server, because it is compiled apart.
 */
import {
  type Context,
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { traceOutgoing } from './outgoing-spans.ts'
import { traceStatements } from './statement-spans.ts'
import type { Tracing, TracingSettings } from './telemetry.ts'

/** Asked by machines, every few seconds. */
const UNTRACED: readonly unknown[] = ['/healthz', '/livez', '/metrics']
const SERVER_ERROR = 500

export function startTracing({ url, serviceName }: TracingSettings): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const provider = new BasicTracerProvider({
    resource: detectResources({ detectors: [envDetector] }).merge(
      resourceFromAttributes({ 'service.name': serviceName }),
    ),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  })
  const tracer = provider.getTracer('plat')
  const stops = [traceOutgoing(tracer), traceStatements(tracer)]
  return {
    register: (app, { isProxyTrusted }) => traceRequests(app, tracer, isProxyTrusted),
    job: (name, run) => traceJob(tracer, name, run),
    logFields() {
      const at = trace.getSpan(context.active())?.spanContext()
      return at ? { trace_id: at.traceId, span_id: at.spanId } : {}
    },
    async close() {
      for (const stop of stops) stop()
      await provider.shutdown()
      context.disable()
    },
  }
}

function traceRequests(app: FastifyInstance, tracer: Tracer, isProxyTrusted: boolean): void {
  const propagator = new W3CTraceContextPropagator()
  const under = new WeakMap<FastifyRequest, Context>()
  const contextOf = (request: FastifyRequest) => under.get(request) ?? ROOT_CONTEXT
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route } = request.routeOptions
    if (UNTRACED.includes(route)) return done()
    const parent = isProxyTrusted
      ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
      : ROOT_CONTEXT
    const span = tracer.startSpan(
      route === undefined ? request.method : `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          ...(route === undefined ? {} : { 'http.route': route }),
          'plat.request_id': request.id,
        },
      },
      parent,
    )
    const own = trace.setSpan(parent, span)
    under.set(request, own)
    context.with(own, done)
  })
  // The events of a body that was read belong to the connection, not to the hook above.
  app.addHook('preValidation', (request, _reply, done) => context.with(contextOf(request), done))
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const own = contextOf(request)
    const span = trace.getSpan(own)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= SERVER_ERROR) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    // The line of the request is written in a later hook.
    context.with(own, done)
  })
}

function traceJob(tracer: Tracer, name: string, run: () => Promise<void>): Promise<void> {
  const options = { kind: SpanKind.CONSUMER, attributes: { 'plat.job': name } }
  return tracer.startActiveSpan(`job ${name}`, options, ROOT_CONTEXT, async (span) => {
    try {
      await run()
    } catch (error) {
      failed(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** By its kind alone: a message may quote what somebody wrote. */
function failed(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
