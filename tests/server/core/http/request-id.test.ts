/** The id of a request: the same in its answer, its error body and the log, and that of the proxy if there is one. */
import { afterEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
let server: TestServer
afterEach(() => server.close({ graceMs: 0 }))

/** What a call with this header is named in its answer, its error body and the log. */
async function namesOf(given: string, settings: { trustProxy?: boolean }) {
  server = await startTestServer(settings)
  const headers = { 'x-request-id': given }
  const { body, headers: answered } = await server.call('GET', '/customer/api/auth/sessions', { headers })
  const logged = () =>
    server.lines
      .map((line) => JSON.parse(line))
      .find(({ msg, status }) => msg === 'request' && status === 401)
  await expect.poll(logged).toBeDefined()
  return [answered['x-request-id'], body.request_id, logged().reqId]
}

it('is that of the trusted proxy, in the answer, the error body and the log', async () => {
  const given = '01JE7.proxy_id-42'
  expect(await namesOf(given, { trustProxy: true })).toEqual([given, given, given])
})

it.each(['short', 'a'.repeat(65), 'two words here', '{"level":50}'])(
  'is a new one if the proxy sends %s',
  async (given) => {
    const names = await namesOf(given, { trustProxy: true })
    expect(names[0]).toMatch(UUID)
    expect(new Set(names).size).toBe(1)
  },
)

it('is a new one without a trusted proxy, whatever the client sends', async () => {
  const names = await namesOf('01JE7.proxy_id-42', {})
  expect(names[0]).toMatch(UUID)
  expect(new Set(names).size).toBe(1)
})

it('is once in each line of the log that a call writes, before its answer and after', async () => {
  server = await startTestServer({
    extend(app) {
      app.post('/logs', async (request) => {
        request.log.info('by the request')
        app.log.info('by the server')
        setImmediate(() => app.log.info('after the answer'))
        return {}
      })
    },
  })
  const { headers } = await server.call('POST', '/logs', { body: { some: 'body' } })
  const own = () => server.lines.filter((line) => line.includes(String(headers['x-request-id'])))
  await expect
    .poll(() =>
      own()
        .map((line) => JSON.parse(line).msg)
        .sort(),
    )
    .toEqual(['after the answer', 'by the request', 'by the server', 'request'])
  expect(own().map((line) => line.split('"reqId"').length - 1)).toEqual([1, 1, 1, 1])
})
