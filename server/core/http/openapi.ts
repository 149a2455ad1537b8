/** OpenAPI 3.1 out of the same schemas that validate. */
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import { deskCancelCampaign } from '#shared/contract/campaigns.ts'
import { deskRemoveBuyer } from '#shared/contract/desk-buyers.ts'
import { deskSetDealStatus } from '#shared/contract/desk-deals.ts'
import { deskCreateKey } from '#shared/contract/desk-keys.ts'
import type { Endpoint, Scope } from '#shared/contract/endpoint.ts'
import { sendTextMessage } from '#shared/contract/messenger.ts'
import { deletePhone } from '#shared/contract/phones.ts'
import { deleteAccount, identityLinkToken, sendActionCode } from '#shared/contract/profile.ts'
import { propertyBounds } from '#shared/contract/properties.ts'
import { ENDPOINTS } from '#shared/contract/registry.ts'
import { problem } from '#shared/contract/wire.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { takesCookies, withHeaders } from './document-headers.ts'

export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Plat',
        version: packageJson.version,
        description:
          'The messenger for real-estate deals. Errors are Laravel-shaped; realtime speaks the Pusher protocol. 403 with the code `unconfirmed` names in `errors` what the customer must confirm first: `email`, `phone`.',
      },
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
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

/** What Fastify validates and documents for one path of an endpoint. An operation id may stand in a document only once. */
export function routeSchema(endpoint: Endpoint, isAlias: boolean): FastifySchema {
  const schema: Record<string, unknown> = {
    operationId: isAlias ? `${endpoint.name}AtRoot` : endpoint.name,
    summary: endpoint.summary,
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
  deskCancelCampaign,
  deskRemoveBuyer,
  sendActionCode,
  deletePhone,
  deleteAccount,
  identityLinkToken,
  deskSetDealStatus,
  deskCreateKey,
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
