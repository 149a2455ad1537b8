/** The Fastify instance with everything every route shares: parsing, limits, headers, errors, logs. It knows no domain. */
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { ServerLimits } from '#server/core/config/limits.ts'
import { registerRequestContext } from '#server/core/telemetry/request-context.ts'
import { NO_TELEMETRY, type Telemetry } from '#server/core/telemetry/telemetry.ts'
import { UPLOAD_TIMEOUT_MS } from '#shared/contract/limits.ts'
import { type LogSettings, loggerOptions, registerRequestLog } from './log.ts'
import { networkOf } from './network.ts'
import { registerOpenApi } from './openapi.ts'
import { isApiPath } from './paths.ts'
import type { Authenticator } from './principal.ts'
import { answerUnreadableAddress, answerUnreadableRequest, registerProblems } from './problems.ts'
import { unavailable } from './refusal.ts'
import { requestIdOf } from './request-id.ts'
import type { RequireConfirmed } from './serve.ts'
import { type CreateThrottle, connectRedis, MINUTE_MS, throttlesIn } from './throttle.ts'

declare module 'fastify' {
  interface FastifyInstance {
    telemetry: Telemetry
  }
}

export interface AppSettings {
  limits: ServerLimits
  authenticator: Authenticator
  requireConfirmed: RequireConfirmed
  /** The origins whose pages may call with this publishable key; null for all. */
  pagesOfKey(key: string): Promise<readonly string[] | null>
  log?: LogSettings | undefined
  /** Closed with the app. */
  telemetry?: Telemetry | undefined
  /** Where all nodes count rate limits; `namespace` keeps installations that share a Redis apart. Without it each node counts for itself. */
  redis?: { url: string; namespace: string } | undefined
  /** Believe X-Forwarded-* of the one proxy in front. */
  trustProxy?: boolean | undefined
}

export async function createApp(settings: AppSettings): Promise<FastifyInstance> {
  speakEnglish()
  const { telemetry = NO_TELEMETRY, trustProxy: isProxyTrusted = false } = settings
  const app = Fastify({
    logger: loggerOptions(settings.log, telemetry.tracing),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf(isProxyTrusted),
    bodyLimit: settings.limits.bodyBytes,
    // Fastify's own 10 s ends a start on a machine that is busy with other work.
    pluginTimeout: 60_000,
    // One hop: what stands left of it in X-Forwarded-For was written by the client.
    trustProxy: isProxyTrusted ? (_address, hop) => hop === 0 : false,
    // Fastify's own default is none, and a request that never ends would hold a closing server for ever.
    requestTimeout: UPLOAD_TIMEOUT_MS,
    http: {
      headersTimeout: settings.limits.headersMs,
      // Node checks this often for connections whose time is over.
      connectionsCheckingInterval: settings.limits.headersMs / LOOKS_PER_TIMEOUT,
    },
    frameworkErrors: answerUnreadableAddress,
    clientErrorHandler: answerUnreadableRequest,
    // Answered by refuseWhileClosing, with the usual error body and readable across origins.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('telemetry', telemetry)
  app.decorate('authenticator', settings.authenticator)
  app.decorate('requireConfirmed', settings.requireConfirmed)
  app.decorate('servedEndpoints', [])
  app.decorateRequest('me', null)
  // What is registered first is closed last.
  app.addHook('onClose', () => telemetry.close())
  registerRequestContext(app)
  telemetry.tracing?.register(app, { isProxyTrusted })
  registerProblems(app)
  registerRequestLog(app)
  // Fastify would hand text to the schemas, which then complain about the wrong thing.
  app.removeContentTypeParser('text/plain')
  acceptEmptyJson(app)
  await app.register(cookie)
  await app.register(formbody)
  await registerHeaders(app, settings)
  refuseWhileClosing(app)
  app.decorate('createThrottle', await createThrottles(app, settings.redis))
  limitRequests(app, settings.limits)
  keepApiPathsJson(app)
  cutSlowBodies(app)
  await registerOpenApi(app)
  return app
}

const MAX_PARAM_LENGTH = 200
const LOOKS_PER_TIMEOUT = 15
/** For everything but files to arrive. */
const BODY_TIMEOUT_MS = 30_000
const PREFLIGHT_SECONDS = 7200

const CORS = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Accept',
    'X-Socket-ID',
    'Idempotency-Key',
    'X-CSRF-TOKEN',
    'X-XSRF-TOKEN',
    'X-Requested-With',
  ],
  exposedHeaders: ['Retry-After', 'X-Request-Id'],
  maxAge: PREFLIGHT_SECONDS,
  // A plain OPTIONS, as monitors send it, is no error.
  strictPreflight: false,
}
/** A call of a page with a publishable key. */
const KEY_PATH = /^\/customer\/api\/site-keys\/(pk_[\w-]{1,100})(?:[/?]|$)/

async function registerHeaders(
  app: FastifyInstance,
  { pagesOfKey }: Pick<AppSettings, 'pagesOfKey'>,
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
  })
  // Foreign pages call with a bearer, never with a cookie, so any origin may and none gets credentials. A publishable key names its pages.
  await app.register(cors, {
    delegator: async ({ url }: FastifyRequest) => {
      const key = KEY_PATH.exec(url)?.[1]
      const pages = key === undefined ? null : await pagesOfKey(key)
      return { ...CORS, origin: pages === null ? '*' : [...pages] }
    },
  })
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: STRICT_POLICY },
    // Widget files and pictures are made to be used on foreign pages.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: { maxAge: 15_552_000, includeSubDomains: false },
  })
}

/** For pages of ours. A route may set another policy in its `helmet` option or with a header in its own hook. */
const STRICT_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
}

async function createThrottles(app: FastifyInstance, redis: AppSettings['redis']): Promise<CreateThrottle> {
  if (!redis) return throttlesIn(null)
  const { client, close } = await connectRedis(redis.url, app.log)
  app.addHook('onClose', async () => close())
  return throttlesIn({ client, namespace: redis.namespace })
}

function limitRequests(app: FastifyInstance, { requestsPerMinute }: ServerLimits): void {
  const requests = app.createThrottle('requests', requestsPerMinute, MINUTE_MS)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.rateLimit !== false) await requests.take(networkOf(request.ip))
  })
}

/** From the start of closing, while sockets are closed and running calls finish. */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing) throw unavailable()
  })
}

/** Axios and friends say JSON also when they send nothing. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}

/** A page's catch-all route must not answer for an API address that does not exist. */
function keepApiPathsJson(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions
    const isCatchAll = url === '/*' || url === '*'
    if (isCatchAll && request.method !== 'OPTIONS' && isApiPath(request.url)) return reply.callNotFound()
  })
}

/** The limit above is the one of files; nobody else may hold a connection with a body that trickles in. */
function cutSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.complete || raw.headers['content-type']?.startsWith('multipart/')) return
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, BODY_TIMEOUT_MS)
    timer.unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

const ENGLISH = z.locales.en()

/**
 * How a 422 says what is wrong with a field. Only the server sets this; it would cost a widget a locale. Zod's
 * configuration is one per process, so setting it twice is harmless.
 */
function speakEnglish(): void {
  z.config({
    ...ENGLISH,
    customError(issue) {
      const field = (issue.path ?? [])
        .join('.')
        .replace(/[[\].]+/g, ' ')
        .replaceAll('_', ' ')
        .trim()
      const isWrongKind = issue.code === 'invalid_type' || issue.code === 'invalid_union'
      if (isWrongKind && issue.input === undefined) return `The ${field} field is required.`
      const isCryptic = issue.code === 'invalid_union' || issue.code === 'invalid_format'
      return isCryptic ? `The ${field} field is not valid.` : undefined
    },
  })
}
