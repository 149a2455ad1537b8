/**
 * The signed HTTP API of the Pusher protocol, as the `pusher` server packages call it: events, batches, channels,
 * terminating a user. Everything under `/apps/{id}` is refused unless signed with the app's secret.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { CHANNEL_NAME, SOCKET_ID } from '#shared/contract/broadcasting.ts'
import {
  BATCH_EVENTS_MAX,
  EVENT_CHANNELS_MAX,
  EVENT_DATA_MAX_BYTES,
  EVENT_NAME_MAX_LENGTH,
  EVENTS_BODY_MAX_BYTES,
} from '#shared/contract/realtime-limits.ts'
import type { Counts } from './bus.ts'
import { type Delivery, USER_CHANNEL } from './hub.ts'
import type { Credentials } from './settings.ts'
import { callProblem } from './signature.ts'

export interface HttpApiContext {
  app: Credentials
  deliver(delivery: Delivery): void
  terminate(user: string): void
  /** Over all nodes. */
  counts(prefix: string): Promise<Counts>
  nowMs(): number
}

/** A channel, or one user's sockets. */
const target = z.union([
  z.string().check(z.regex(CHANNEL_NAME)),
  z.string().check(z.startsWith(USER_CHANNEL), z.maxLength(EVENT_NAME_MAX_LENGTH)),
])
const shared = {
  name: z.string().check(z.minLength(1), z.maxLength(EVENT_NAME_MAX_LENGTH)),
  data: z.optional(z.union([z.string(), z.looseObject({})])),
  socket_id: z.optional(z.nullable(z.string().check(z.regex(SOCKET_ID)))),
}
const oneEvent = z.object({
  ...shared,
  channel: z.optional(target),
  channels: z.optional(z.array(target).check(z.maxLength(EVENT_CHANNELS_MAX))),
})
const batch = z.object({
  batch: z.array(z.object({ ...shared, channel: target })).check(z.maxLength(BATCH_EVENTS_MAX)),
})

/** Adds the routes to a scope of their own, because the signature is over the body as it came. */
export async function httpApi(scope: FastifyInstance, context: HttpApiContext): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: EVENTS_BODY_MAX_BYTES },
    (_request, body, done) => done(null, body),
  )
  scope.addHook('preHandler', async (request, reply) => {
    const problem = refusalOf(context, request)
    if (problem) return reply.code(problem.status).send({ message: problem.message })
  })
  const config = { rateLimit: false } as const
  const route = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => unknown) => ({
    url: `/apps/:id${path}`,
    config,
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => answer(request, reply),
  })
  scope.route({ method: 'POST', ...route('/events', events(context)) })
  scope.route({ method: 'POST', ...route('/batch_events', batchEvents(context)) })
  scope.route({ method: 'GET', ...route('/channels', listChannels(context)) })
  scope.route({ method: 'GET', ...route('/channels/*', oneChannel(context)) })
  scope.route({ method: 'POST', ...route('/users/:user/terminate_connections', terminate(context)) })
}

function refusalOf(
  context: HttpApiContext,
  request: FastifyRequest,
): { status: number; message: string } | null {
  const { id } = request.params as { id: string }
  if (id !== context.app.appId) return { status: 404, message: 'There is no app with this id.' }
  const [path = '', query = ''] = request.raw.url?.split('?') ?? []
  const message = callProblem(context.app, {
    method: request.method,
    path,
    query: new URLSearchParams(query),
    body: typeof request.body === 'string' ? request.body : '',
    nowMs: context.nowMs(),
  })
  return message === null ? null : { status: 401, message }
}

const events = (context: HttpApiContext) => (request: FastifyRequest, reply: FastifyReply) => {
  const event = readBody(request, oneEvent)
  const channels = event?.channels ?? (event?.channel === undefined ? [] : [event.channel])
  if (!event || channels.length === 0) return badRequest(reply, 'An event has a name, data and channels.')
  return publish(
    context,
    reply,
    channels.map((channel) => ({ ...event, channel })),
  )
}

const batchEvents = (context: HttpApiContext) => (request: FastifyRequest, reply: FastifyReply) => {
  const body = readBody(request, batch)
  if (!body) return badRequest(reply, `A batch has up to ${BATCH_EVENTS_MAX} events with a channel each.`)
  return publish(context, reply, body.batch)
}

type SentEvent = z.output<typeof batch>['batch'][number]

/** All or none: nothing is sent when one of the events is too large. */
function publish(context: HttpApiContext, reply: FastifyReply, sent: readonly SentEvent[]) {
  const deliveries = sent.map(({ name, channel, data, socket_id }) => ({
    event: name,
    channel,
    data: data === undefined ? null : typeof data === 'string' ? data : JSON.stringify(data),
    except: socket_id ?? null,
  }))
  if (deliveries.some(({ data }) => Buffer.byteLength(data ?? '') > EVENT_DATA_MAX_BYTES))
    return reply.code(413).send({ message: `Event data is limited to ${EVENT_DATA_MAX_BYTES} bytes.` })
  for (const delivery of deliveries) context.deliver(delivery)
  return {}
}

const listChannels = (context: HttpApiContext) => async (request: FastifyRequest) => {
  const { filter_by_prefix: prefix, info } = request.query as { filter_by_prefix?: string; info?: string }
  const counts = await context.counts(typeof prefix === 'string' ? prefix : '')
  const rows = Object.entries(counts).map(([name, count]) => [name, countIfAsked(info, count)] as const)
  return { channels: Object.fromEntries(rows) }
}

const oneChannel = (context: HttpApiContext) => async (request: FastifyRequest) => {
  const { '*': name } = request.params as { '*': string }
  const { info } = request.query as { info?: string }
  const count = (await context.counts(name))[name] ?? 0
  return { occupied: count > 0, ...countIfAsked(info, count) }
}

const countIfAsked = (info: unknown, count: number) =>
  typeof info === 'string' && info.split(',').includes('subscription_count')
    ? { subscription_count: count }
    : {}

const terminate = (context: HttpApiContext) => (request: FastifyRequest) => {
  context.terminate((request.params as { user: string }).user)
  return {}
}

const badRequest = (reply: FastifyReply, message: string) => reply.code(400).send({ message })

function readBody<S extends z.ZodMiniType>(request: FastifyRequest, schema: S): z.output<S> | null {
  try {
    const read = z.safeParse(schema, JSON.parse(String(request.body)))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
