/** Turns everything that can go wrong in a request into one shape: {message, errors?, code, request_id}. Never a stack, never HTML. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { faultOf } from '#server/core/database/faults.ts'
import { otherMethodsOf } from './paths.ts'
import { invalid, notFound, Refusal, storageFull, unavailable } from './refusal.ts'

export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    send(request, reply, refusalOf(error, request)),
  )
  app.setNotFoundHandler((request, reply) => {
    const methods = otherMethodsOf(app.servedEndpoints, request)
    if (methods.length === 0) return send(request, reply, notFound())
    const message = `The ${request.method} method is not supported for this route. Supported methods: ${methods.join(', ')}.`
    reply.header('Allow', methods.join(', '))
    return send(request, reply, new Refusal(405, { message, code: 'method_not_allowed' }))
  })
}

/** Answers what is refused before any route is known, e.g. an address with a broken percent sign. */
export function answerUnreadableAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = new Refusal(error.statusCode ?? 400, {
    message: 'The address could not be read.',
    code: 'bad_request',
  })
  send(request, reply.header('X-Request-Id', request.id), refusal)
}

const UNREADABLE: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal(408, {
    message: 'The request took too long to arrive.',
    code: 'request_timeout',
  }),
  HPE_HEADER_OVERFLOW: new Refusal(431, { message: 'The headers are too large.', code: 'too_large' }),
}
const NO_REQUEST = new Refusal(400, { message: 'The request could not be read.', code: 'bad_request' })

/** Answers requests that Node itself gives up: headers that are too slow, too large, or not HTTP. The connection ends. */
export function answerUnreadableRequest(error: ConnectionError, socket: Duplex): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  answerOnSocket(socket, UNREADABLE[error.code] ?? NO_REQUEST)
}

/** If there is no request to answer. */
export function answerOnSocket(socket: Duplex, { status, problem, retryAfterSeconds }: Refusal): void {
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify({ ...problem, request_id: randomUUID() })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(retryAfterSeconds === null ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function send(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  if (refusal.retryAfterSeconds !== null) reply.header('Retry-After', String(refusal.retryAfterSeconds))
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ ...refusal.problem, request_id: request.id })
}

function refusalOf(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A path that cannot be an id names nothing that exists.
    if (error.validationContext === 'params') return notFound()
    return invalid(fieldsOf(error.validation))
  }
  const fault = faultOf(error)
  if (fault) {
    request.log.warn({ err: error, fault }, 'request failed')
    return fault === 'full' ? storageFull() : unavailable()
  }
  const known = BY_STATUS[error.statusCode ?? 500]
  if (known) return new Refusal(error.statusCode ?? 500, known)
  request.log.error({ err: error }, 'request failed')
  const { method, routeOptions } = request
  request.server.telemetry.errors?.report(error, {
    request_id: request.id,
    method,
    route: routeOptions.url ?? '(none)',
  })
  return new Refusal(500, { message: 'Server Error', code: 'server_error' })
}

const BY_STATUS: Record<number, { message: string; code: string }> = {
  400: { message: 'The request could not be read. Is the body valid JSON?', code: 'bad_request' },
  413: { message: 'The request is too large.', code: 'too_large' },
  414: { message: 'The address is too long.', code: 'too_large' },
  415: { message: 'Send JSON or a form.', code: 'unsupported_media_type' },
  429: { message: 'Too Many Attempts.', code: 'too_many_requests' },
}

function fieldsOf(
  issues: readonly { instancePath: string; message?: string | undefined }[],
): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issues) {
    const field = issue.instancePath.slice(1).replaceAll('/', '.') || 'body'
    errors[field] ??= []
    errors[field].push(issue.message ?? 'The value is not valid.')
  }
  return errors
}
