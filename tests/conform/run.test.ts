/** `npm run conform` as a program: what it prints, and the code that it ends with. */
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLaravelBackend } from '#tests/support/laravel/backend.ts'

vi.setConfig({ testTimeout: 60_000 })

const PROGRAM = fileURLToPath(new URL('run.ts', import.meta.url))
const PAGE = 'https://a-page.example'

const backend = createLaravelBackend()
const [TOKEN = ''] = backend.tokens
/** Its preflights let every page in; its answers name no origin. */
const server = createServer(async (request, response) => {
  const { method = 'GET', url = '/', headers } = request
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const answer = await backend.fetch(`http://backend.test${url}`, {
    method,
    headers: headers as Record<string, string>,
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  })
  if (method !== 'OPTIONS') answer.headers.delete('access-control-allow-origin')
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(await answer.text())
})
let api: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/customer/api`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

interface Ended {
  code: number
  out: string
  error: string
}

const run = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const { PLAT_TOKEN, ...env } = process.env
    execFile(process.execPath, ['--import', 'tsx', PROGRAM, ...args], { env }, (failed, out, error) =>
      resolve({ code: failed ? Number(failed.code) : 0, out, error }),
    )
  })

describe('what cannot be used', () => {
  const GIVEN = ['--api', 'http://127.0.0.1:9/customer/api', '--token', 'T']
  it.each([
    ['an origin without a scheme', ['--origin', 'acme.example'], '--origin is no address: acme.example'],
    ['an origin of another scheme', ['--origin', 'localhost:3000'], '--origin is no address: localhost:3000'],
    ['an api without a scheme', ['--api', 'acme.example/api'], '--api is no address: acme.example/api'],
    ['an account that is no number', ['--account', 'me'], '--account is no number: me'],
    ['a realtime-config that is no JSON', ['--realtime', '{'], '--realtime cannot be read: {'],
    ['an option that is not there', ['--orgin', PAGE], "Unknown option '--orgin'"],
  ])('%s ends with 2 and one clear line', async (_, args, words) => {
    const { code, out, error } = await run(...GIVEN, ...args)
    expect([code, out]).toEqual([2, ''])
    expect(error).toContain(words)
    expect(error).not.toMatch(/^ {4}at /m)
  })

  it('without a token the help is shown', async () => {
    const { code, error } = await run('--api', 'http://127.0.0.1:9/customer/api')
    expect([code, error]).toEqual([2, expect.stringContaining('--token TOKEN')])
  })
})

it('a backend that the messenger can use ends with 0', async () => {
  const { code, out, error } = await run('--api', api, '--token', TOKEN)
  expect([code, error]).toEqual([0, ''])
  expect(out).toContain('ok      GET /auth/user answers the person\n')
  expect(out).toContain('–       The socket brings TextMessageOutboundSent\n')
  expect(out).toMatch(/\nNothing that the messenger needs differs\.\n$/)
})

it('one whose answers no page may read ends with 1, also as JSON', async () => {
  const { code, out } = await run('--api', api, '--token', TOKEN, '--origin', `${PAGE}/homes`, '--json')
  expect(code).toBe(1)
  const { says } = JSON.parse(out).find(({ verdict }: { verdict: string }) => verdict === 'differs')
  expect(says).toContain(`GET /auth/user (200): Access-Control-Allow-Origin is missing, ${PAGE} is needed`)
})
