/** OpenAPI 3.1 out of the same schemas that validate, at /openapi.json, and as a page to read at /docs. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import { sellerCancelCampaign } from '#shared/contract/campaigns.ts'
import type { Endpoint, Scope } from '#shared/contract/endpoint.ts'
import { API_DOCUMENTS_PER_MINUTE } from '#shared/contract/limits.ts'
import { sendTextMessage } from '#shared/contract/messenger.ts'
import { deletePhone } from '#shared/contract/phones.ts'
import { deleteAccount, identityLinkToken, sendActionCode } from '#shared/contract/profile.ts'
import { propertyBounds } from '#shared/contract/properties.ts'
import { REALTIME_EVENTS } from '#shared/contract/realtime-events.ts'
import { ENDPOINTS } from '#shared/contract/registry.ts'
import { NEEDS, UNCONFIRMED } from '#shared/contract/requirements.ts'
import { sellerRemoveBuyer } from '#shared/contract/seller-buyers.ts'
import { sellerSetDealStatus } from '#shared/contract/seller-deals.ts'
import { adminDecideMemberIdentity, sellerStartIdentity } from '#shared/contract/seller-identity.ts'
import { sellerCreateKey } from '#shared/contract/seller-keys.ts'
import { problem } from '#shared/contract/wire.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { takesCookies, withHeaders } from './document-headers.ts'
import { networkOf } from './network.ts'
import { MINUTE_MS } from './throttle.ts'

export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Plat',
        version: packageJson.version,
        description: BASICS,
      },
      webhooks: realtimeEvents(),
      tags: [...new Set(ENDPOINTS.map(({ room }) => room))].map((name) => ({ name })),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An opaque token of POST /login (scope session) or of POST /auth/token (scope messages).',
          },
          session: { type: 'apiKey', in: 'cookie', name: 'plat_session' },
          desk: { type: 'http', scheme: 'bearer', description: 'A token of POST /account/api/auth/login.' },
          console: { type: 'http', scheme: 'bearer', description: 'A token of POST /admin/api/auth/login.' },
          serverKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A secret key (`sk_…`) of a seller, used by the seller’s own server.',
          },
        },
      },
    },
    transform: withHeaders,
    // Pages and files of others are served by the same app.
    hideUntagged: true,
  })
  await app.register(serveDocuments)
}

/** In a scope with a limit: the whole document is written for each who asks. */
async function serveDocuments(scope: FastifyInstance): Promise<void> {
  const documents = scope.createThrottle('api-documents', API_DOCUMENTS_PER_MINUTE, MINUTE_MS)
  scope.addHook('onRequest', ({ ip }) => documents.take(networkOf(ip)))
  scope.get('/openapi.json', { schema: { hide: true } }, async () => scope.swagger())
  await scope.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'Plat API' },
    // All calls at once take a browser seconds to draw.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', filter: true },
  })
}

const BASICS = `The messenger for real-estate deals, and its marketplace.

Send \`Accept: application/json\` and \`Authorization: Bearer …\`. Bodies are JSON or forms. A page of ours may use its session cookie instead;
then every call that changes something repeats the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`.

An error is \`{"message", "errors": {"field": ["…"]}, "code", "request_id"}\`; a 429 and a 503 carry \`Retry-After\` in seconds. After a 503 the fate
of a call that writes may be unknown: repeat it with the same \`Idempotency-Key\`. A 507 means that the server has no space left and saved nothing.
403 with the code \`${UNCONFIRMED}\` names in \`errors\` what the customer must confirm first: \`email\`, \`phone\`.

Realtime speaks the Pusher protocol; its events are listed as webhooks, because OpenAPI has no other word for them. They come on private channels:
\`private-{prefix}.Models.Customer.{id}\` (messages, offers, requests), the same with \`.Account.{account}\` for a token that was made for one account,
the same with \`.Session\` for what only a session may hear, and \`private-{prefix}.Models.Account.{id}\`.`

/** Event names with the schema of their payload. */
const realtimeEvents = () =>
  Object.fromEntries(
    REALTIME_EVENTS.map(({ name, payload }) => {
      const schema = z.toJSONSchema(payload, { io: 'output', unrepresentable: 'any' })
      const requestBody = { content: { 'application/json': { schema: schema as object } } }
      return [
        name,
        { post: { summary: 'Realtime event', tags: ['realtime events'], requestBody, responses: {} } },
      ]
    }),
  )

/** What Fastify validates and documents for one path of an endpoint. An operation id may stand in a document only once. */
export function routeSchema(endpoint: Endpoint, isAlias: boolean): FastifySchema {
  const schema: Record<string, unknown> = {
    operationId: isAlias ? `${endpoint.name}AtRoot` : endpoint.name,
    summary: endpoint.summary,
    description: `For ${WHO[endpoint.auth]}.${needsOf(endpoint)}`,
    tags: [roomOf(endpoint)],
    security: securityOf(endpoint),
    params: endpoint.params,
    querystring: endpoint.query,
    response: {
      [endpoint.status]: endpoint.status === 204 ? z.undefined() : endpoint.reply,
      ...Object.fromEntries(refusalsOf(endpoint).map((status) => [status, problem])),
    },
  }
  if (endpoint.body) {
    schema.body = endpoint.body
    schema.consumes = ['application/json', 'application/x-www-form-urlencoded']
  }
  return schema as FastifySchema
}

const WHO: Record<Endpoint['auth'], string> = {
  none: 'anybody',
  optional: 'anybody; a known caller gets more',
  customer: 'a customer',
  account: "a seller's person",
  any: "a customer or a seller's person",
  staff: 'an operator',
  'server-key': "a seller's own server, by its secret key",
}

function needsOf({ needs }: Endpoint): string {
  if (needs === null) return ''
  const what =
    typeof needs === 'function'
      ? 'what its body asks for'
      : [needs]
          .flat()
          .map((act) => NEEDS[act].join(' and '))
          .join(', or ')
  return ` The customer must have confirmed ${what}; otherwise it answers 403 with the code ${UNCONFIRMED}.`
}

/** One of these is enough; the names in brackets are the scopes that a token must have. The empty requirement means no token. */
const securityOf = ({ auth, scopes }: Endpoint) => [
  ...(auth === 'optional' ? [{}] : []),
  ...scopes.flatMap((scope) => SECURITY[scope]),
]

const SECURITY: Record<Scope, Record<string, Scope[]>[]> = {
  session: [{ bearer: ['session'] }, { session: ['session'] }],
  messages: [{ bearer: ['messages'] }],
  view: [{ session: ['view'] }],
  desk: [{ desk: ['desk'] }],
  console: [{ console: ['console'] }],
  'desk-enrolling': [{ desk: ['desk-enrolling'] }],
  'console-enrolling': [{ console: ['console-enrolling'] }],
  'server-key': [{ serverKey: ['server-key'] }],
}

export const roomOf = (endpoint: Endpoint): string =>
  ENDPOINTS.find((entry) => entry.endpoint === endpoint)?.room ?? 'other'

/** A key used for another text; a campaign that has gone out; a buyer with a conversation; a phone or an account that is still needed; nothing to verify; one key too many. */
const CONFLICTING: readonly Endpoint[] = [
  sendTextMessage,
  sellerCancelCampaign,
  sellerRemoveBuyer,
  sendActionCode,
  deletePhone,
  deleteAccount,
  identityLinkToken,
  sellerStartIdentity,
  adminDecideMemberIdentity,
  sellerSetDealStatus,
  sellerCreateKey,
]

const OPEN_TO_ALL: readonly Endpoint['auth'][] = ['none', 'optional']

/** The error statuses an endpoint can answer with, for the documents. */
export function refusalsOf(endpoint: Endpoint): number[] {
  const hasFields =
    endpoint.body !== null || Object.keys(endpoint.query.shape).length > 0 || endpoint === propertyBounds
  return [
    ...(OPEN_TO_ALL.includes(endpoint.auth) ? [] : [401, 403]),
    ...(Object.keys(endpoint.params.shape).length > 0 ? [404] : []),
    ...(CONFLICTING.includes(endpoint) ? [409] : []),
    ...(endpoint.body ? [413, 415] : []),
    ...(takesCookies(endpoint) ? [419] : []),
    ...(hasFields ? [422] : []),
    429,
    500,
    503,
    ...(endpoint.method === 'GET' ? [] : [507]),
  ]
}
