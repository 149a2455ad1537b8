import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathsOf } from '#server/core/http/paths.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { API_DOCUMENTS_PER_MINUTE } from '#shared/contract/limits.ts'
import { REALTIME_EVENTS } from '#shared/contract/realtime-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let document: {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: object }
}
let served: readonly Endpoint[]

interface Operation {
  operationId: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { content?: Record<string, { schema: object }>; headers?: object }>
}

beforeAll(async () => {
  server = await startTestServer({
    extend: (app) => void app.get('/*', async () => 'a page of somebody else'),
  })
  served = server.app.servedEndpoints
  document = (await server.call('GET', '/openapi.json')).body
})
afterAll(() => server.close())

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))

describe('openapi.json', () => {
  it('is OpenAPI 3.1 and has every endpoint served, on every path, and nothing else', () => {
    expect(document.openapi).toBe('3.1.0')
    const wanted = served.flatMap((endpoint) => pathsOf(endpoint).map((path) => `${endpoint.method} ${path}`))
    const there = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(there.sort()).toEqual(wanted.sort())
  })

  it('names each operation once, the main path by the contract’s name', () => {
    const ids = operations().map((operation) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const endpoint of served) expect(ids).toContain(endpoint.name)
  })

  it('declares every parameter of a path and every security scheme it names', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const operation of Object.values(methods)) {
        const inPath = (operation.parameters ?? []).filter((each) => each.in === 'path')
        expect(inPath.map((each) => each.name).sort()).toEqual(wanted.sort())
        expect(inPath.every((each) => each.required)).toBe(true)
        for (const scheme of operation.security.flatMap(Object.keys))
          expect(document.components.securitySchemes).toHaveProperty(scheme)
        expect(operation.tags).toHaveLength(1)
      }
    }
  })

  it('has a schema for each answer but an empty one', () => {
    for (const operation of operations())
      for (const [status, response] of Object.entries(operation.responses))
        expect(response.content !== undefined, `${operation.operationId} ${status}`).toBe(status !== '204')
  })

  it('is written for one network so many times a minute, whichever of its addresses is asked', async () => {
    const own = await startTestServer()
    const status = async (url: string) => (await own.call('GET', url)).status
    for (let count = 0; count < API_DOCUMENTS_PER_MINUTE; count += 1) expect(await status('/docs')).toBe(200)
    for (const url of ['/openapi.json', '/docs/json', '/docs/yaml', '/docs'])
      expect([url, await status(url)]).toEqual([url, 429])
    expect(await status('/customer/api/dictionaries')).toBe(200)
    await own.close()
  })

  it('lists the request headers, and Retry-After with each 429 and 503', () => {
    const headersOf = (id: string) => {
      const operation = operations().find(({ operationId }) => operationId === id)
      return (operation?.parameters ?? []).filter((each) => each.in === 'header').map((each) => each.name)
    }
    expect(headersOf('sendTextMessageAtRoot')).toEqual(['Idempotency-Key', 'X-Socket-ID', 'X-XSRF-TOKEN'])
    expect(headersOf('sellerReply')).toEqual(['Idempotency-Key', 'X-Socket-ID'])
    expect(headersOf('listChats')).toEqual([])
    expect(headersOf('confirmOffer')).toEqual(['X-XSRF-TOKEN'])
    for (const { responses, operationId } of operations())
      for (const status of ['429', '503'])
        expect(responses[status]?.headers, operationId).toHaveProperty('Retry-After')
  })

  it('holds no unresolved reference', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)]
    expect(refs).toEqual([])
  })
})

describe('/docs', () => {
  it('draws that document, with the realtime events, by files of this server alone', async () => {
    const page: string = (await server.call('GET', '/docs')).body
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      expect(file).toMatch(/^\/docs\//)
      expect((await server.call('GET', file)).status, file).toBe(200)
    }
    const drawn = (await server.call('GET', '/docs/json')).body
    expect(drawn).toEqual(document)
    expect(Object.keys(drawn.webhooks)).toEqual(REALTIME_EVENTS.map(({ name }) => name))
  })
})

describe('replies', () => {
  it('carry nothing the contract does not name', async () => {
    const dana = await server.addCustomer()
    const homes = await server.addAccount()
    await server.messenger.sendFromAccount({
      accountId: homes.id,
      customerId: dana.id,
      body: 'Hi',
      isDemoReply: true,
    })
    const bodies = await Promise.all([
      server.call('GET', '/auth/user', { token: dana.token }),
      server.call('GET', `/customers/${dana.id}/chats`, { token: dana.token }),
      server.call('GET', `/customers/${dana.id}/text-messages?filter[account_id]=${homes.id}`, {
        token: dana.token,
      }),
      server.call('GET', '/account/api/chats', { token: homes.token }),
      server.call('GET', '/account/api/auth/user', { token: homes.token }),
    ])
    for (const answer of bodies) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).not.toMatch(/(?<!has_)password|hash|argon2|is_demo|sort_at/)
    }
  })
})
