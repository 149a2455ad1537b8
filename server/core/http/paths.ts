/** Where contract endpoints live on this server, and which addresses belong to the API at all. */
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/contract/endpoint.ts'

const API_ROOT = '/customer/api'

/** Every address of an endpoint with `{params}` in braces, the main one first. */
export function pathsOf(endpoint: Endpoint): string[] {
  if (endpoint.at === 'site') return [endpoint.path]
  return [API_ROOT + endpoint.path, ...(endpoint.alsoAtRoot ? [endpoint.path] : [])]
}

/** The same in Fastify's spelling. */
export const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

const API_PREFIXES = [API_ROOT, '/account/api', '/api', '/customers', '/auth', '/broadcasting', '/apps']

/** True for addresses that answer JSON always, also when nothing is served there. */
export const isApiPath = (url: string): boolean =>
  API_PREFIXES.some(
    (prefix) => url === prefix || url.startsWith(`${prefix}/`) || url.startsWith(`${prefix}?`),
  )

/** The methods an address does have, for a 405; empty when the address is unknown. */
export function otherMethodsOf(endpoints: readonly Endpoint[], request: FastifyRequest): string[] {
  const path = request.url.split('?', 1)[0] ?? ''
  const methods = endpoints
    .filter((endpoint) => pathsOf(endpoint).some((pattern) => matches(pattern, path)))
    .map((endpoint) => endpoint.method)
    .filter((method) => method !== request.method)
  return [...new Set(methods)]
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith('{') || part === given[index])
  )
}
