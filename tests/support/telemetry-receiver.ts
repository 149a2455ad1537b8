/** Stand-ins for the services that traces and error reports are posted to: they keep what arrives. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

export interface Receiver {
  url: string
  /** Bodies as they arrived, with the path each was posted to. */
  received: { path: string; body: string }[]
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const received: Receiver['received'] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
    received.push({ path: request.url ?? '', body: String(body) })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}

interface OtlpSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  status: { code?: number }
}

export interface ReceivedSpan extends Omit<OtlpSpan, 'attributes'> {
  attributes: Record<string, string | number | undefined>
  /** Of the server that made it. */
  resource: Record<string, string | number | undefined>
}

interface Batch {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** As OTLP's JSON has them, with attributes by name. */
export const spansIn = ({ received }: Pick<Receiver, 'received'>): ReceivedSpan[] =>
  received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => (JSON.parse(body) as Batch).resourceSpans)
    .flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({
          ...span,
          attributes: valuesOf(span.attributes),
          resource: valuesOf(resource.attributes),
        })),
      ),
    )
