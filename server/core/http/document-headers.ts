/** The headers each call reads and answers with, for the documents. Headers are read by hand: a schema for them would strip all others. */
import type { SwaggerTransform } from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { markTextMessagesRead, sendTextMessage } from '#shared/contract/messenger.ts'
import { listProperties } from '#shared/contract/properties.ts'
import { sellerReply } from '#shared/contract/seller.ts'

interface Header {
  name: string
  description: string
  pattern?: string
}

const idempotencyKey = (isNeeded: boolean): Header => ({
  name: 'Idempotency-Key',
  description: `${isNeeded ? 'Needed. ' : ''}A repeat with the same key and terms gets the first answer; with other terms it is refused.`,
  pattern: '^[A-Za-z0-9_-]{1,64}$',
})
const SOCKET_ID: Header = {
  name: 'X-Socket-ID',
  description: "The sender's realtime socket, which is spared the echo.",
}
const CSRF: Header = {
  name: 'X-XSRF-TOKEN',
  description: 'The value of the cookie XSRF-TOKEN; needed with the session cookie, not with a bearer token.',
}

const IF_NONE_MATCH: Header = {
  name: 'If-None-Match',
  description: 'The ETag of the list at hand; answered with 304 while it is still the same.',
}

/** What a caller may send. */
export function headersOf(endpoint: Endpoint): Header[] {
  return [
    ...(endpoint.idempotency ? [idempotencyKey(endpoint.idempotency === 'required')] : []),
    ...(ECHOING.includes(endpoint) ? [SOCKET_ID] : []),
    ...(takesCookies(endpoint) ? [CSRF] : []),
    ...(endpoint === listProperties ? [IF_NONE_MATCH] : []),
  ]
}

const ECHOING: readonly Endpoint[] = [sendTextMessage, markTextMessagesRead, sellerReply]

/** True for calls that change something and may be made with the session cookie. */
export const takesCookies = ({ method, auth, isUnsafe }: Endpoint): boolean =>
  (method !== 'GET' || isUnsafe) && (auth === 'customer' || auth === 'any')

const RETRY_AFTER = {
  type: 'integer',
  minimum: 1,
  description: 'Seconds until the next attempt makes sense.',
}
/** Too many requests; the database is unreachable, or the server is closing. */
const WITH_RETRY_AFTER = ['429', '503']

/** Adds the headers to what the schemas say of an endpoint. */
export const withHeaders: SwaggerTransform = (route) => {
  const transformed = jsonSchemaTransform(route)
  const { endpoint } = route.route.config ?? {}
  if (!endpoint) return transformed
  const schema = transformed.schema as { response: Record<string, object> }
  const sent = headersOf(endpoint)
  const answers = { ...schema.response }
  for (const status of WITH_RETRY_AFTER)
    answers[status] = { ...answers[status], headers: { 'Retry-After': RETRY_AFTER } }
  const headers = sent.length === 0 ? {} : { headers: { type: 'object', properties: propertiesOf(sent) } }
  return { ...transformed, schema: { ...schema, ...headers, response: answers } }
}

const propertiesOf = (headers: Header[]) =>
  Object.fromEntries(headers.map(({ name, ...rest }) => [name, { type: 'string', ...rest }]))
