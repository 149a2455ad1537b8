/** `npm run conform`: our server has nothing to mend, a Laravel backend little, and what a backend does wrong is named. */

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerByEmail } from '#server/accounts/login/queries.ts'
import { issue } from '#server/accounts/login/tokens.ts'
import { textMessageInboundSent, textMessageOutboundSent } from '#shared/contract/messenger.ts'
import { ENDPOINTS } from '#shared/contract/registry.ts'
import { problem } from '#shared/contract/wire.ts'
import { createLaravelBackend } from '#tests/support/laravel/backend.ts'
import { startWorld, type TestWorld } from '#tests/support/world.ts'
import { type ConformSettings, conform } from './conform.ts'
import { preflightFaults } from './cors.ts'
import type { Check } from './report.ts'
import { differences } from './shape-words.ts'

const EVENTS: Record<string, typeof textMessageOutboundSent.payload> = {
  TextMessageOutboundSent: textMessageOutboundSent.payload,
  TextMessageInboundSent: textMessageInboundSent.payload,
}

let world: TestWorld
let settings: ConformSettings
/** Those of a token that is limited to the same conversation. */
let limited: ConformSettings

beforeAll(async () => {
  world = await startWorld({ companies: 0, deals: 60 })
  const { db } = world.server.database
  const customer = await customerByEmail(db, world.logins.buyer1.email)
  const wanted = { kind: 'customer', purpose: 'widget', lifetimeMs: 3_600_000 } as const
  const { token } = await issue(db, { ...wanted, principalId: customer?.id ?? 0 })
  const longest = await db
    .selectFrom('messages')
    .select('account_id')
    .where('customer_id', '=', customer?.id ?? 0)
    .groupBy('account_id')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .executeTakeFirstOrThrow()
  settings = { api: `${world.url}/customer/api`, token, account: longest.account_id }
  const one = { ...wanted, principalId: customer?.id ?? 0, accountId: longest.account_id }
  limited = { api: settings.api, token: (await issue(db, one)).token }
})
afterAll(() => world.stop())

const told = (checks: readonly Check[], verdict: Check['verdict']) =>
  checks.filter((check) => check.verdict === verdict).map(({ what, says }) => `${what}: ${says.join('; ')}`)

/** The server, with each JSON answer changed on its way. */
const changing =
  (change: (text: string, url: string) => string): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const { status, headers } = response
    return new Response(change(await response.text(), String(input)), { status, headers })
  }

describe('docs/backend.md', () => {
  const page = readFileSync(new URL('../../docs/backend.md', import.meta.url), 'utf8')
  const examples = [...page.matchAll(/<!-- (\w+)(?:: (\w+))? -->\n```json\n([^`]+)```/g)]
  const schemaOf = (kind = '', name = '') => {
    if (kind === 'problem') return problem
    if (kind === 'event') return EVENTS[name]
    const endpoint = ENDPOINTS.find((one) => one.endpoint.name === name)?.endpoint
    return kind === 'body' ? endpoint?.body : endpoint?.reply
  }

  it('shows examples that the contract takes', () => {
    expect(examples).toHaveLength(page.match(/```json/g)?.length ?? 0)
    expect(examples.length).toBeGreaterThan(8)
    for (const [, kind, name, json = ''] of examples) {
      const schema = schemaOf(kind, name)
      expect(schema, `${kind} ${name}`).toBeDefined()
      if (schema) expect(differences(schema, JSON.parse(json)), `${kind} ${name}`).toEqual([])
    }
  })

  it('shows requests that the contract has', () => {
    const requests = [...page.matchAll(/```http\n(GET|POST|PUT) (\/customer\/api\/\S+) HTTP/g)]
    expect(requests.length).toBeGreaterThan(3)
    for (const [, method = '', target = ''] of requests) {
      const { pathname } = new URL(target, settings.api)
      const found = ENDPOINTS.find(({ endpoint: { method: its, path } }) => {
        const pattern = path.replace(/\{\w+\}/g, '[^/]+')
        return its === method && new RegExp(`^/customer/api${pattern}$`).test(pathname)
      })
      expect(found?.endpoint.name, target).toBeDefined()
    }
  })

  it('shows a preflight and its answer, in which conform finds nothing to mend', () => {
    const [, asked = ''] = /```http\n(OPTIONS [^`]+)```/.exec(page) ?? []
    const [, answered = ''] = /```http\nHTTP\/1\.1 204 No Content\n([^`]+)```/.exec(page) ?? []
    const headers = new Headers(
      answered
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    )
    const origin = /Origin: (\S+)/.exec(asked)?.[1] ?? ''
    expect(origin).not.toBe('')
    for (const method of ['GET', 'POST', 'PUT'])
      expect(preflightFaults({ status: 204, headers } as never, origin, method)).toEqual([])
  })
})

describe('conform', () => {
  it('finds nothing to mend in our own server, and sends its text once', async () => {
    const { origin } = new URL(settings.api)
    const checks = await conform({ ...settings, origin, text: 'Is it still available?' })
    expect(told(checks, 'differs')).toEqual([])
    expect(told(checks, 'advice')).toEqual([])
    const names = checks.filter(({ verdict }) => verdict === 'ok').map(({ what }) => what)
    expect(names).toContain('The second page has the same shape')
    expect(names).toContain('A repeat with the same Idempotency-Key is the same message')
    expect(names).toContain('PUT …/read-state marks messages as read')
    expect(names).toContain('POST /broadcasting/auth refuses another customer’s channel')
    expect(names).toContain('The socket accepts the subscription to the customer’s channel')
    expect(names).toContain('The socket refuses a wrong signature')
    expect(names).toContain('The socket brings the event of a message')
    expect(names).toContain('GET …/contact says who a first message goes to')
    expect(names).toContain('The 422 says why, as the messenger shows it')
    expect(names).toContain('CORS lets a page read every answer')
    expect(names).toContain('CORS lets GET /customers/{customer}/accounts/{account}/contact in')
    expect(told(checks, 'not asked')).toEqual([
      expect.stringMatching(/^The socket brings TextMessageOutboundSent: a seller’s message causes it/),
    ])
  })

  it('names the answers that CORS hides from a page, and no others', async () => {
    const hiding: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (response.status !== 401 || init?.method === 'OPTIONS') return response
      const headers = new Headers(response.headers)
      headers.delete('access-control-allow-origin')
      return new Response(await response.text(), { status: response.status, headers })
    }
    const origin = 'https://a-page.example'
    const checks = await conform({ ...settings, origin, fetch: hiding })
    expect(told(checks, 'differs')).toEqual([
      'CORS lets a page read every answer: GET /auth/user (401): Access-Control-Allow-Origin is missing, https://a-page.example is needed',
    ])
    const asked = await conform({ ...settings, fetch: hiding })
    expect(told(asked, 'differs')).toEqual([])
  })

  it('sends the origin of the page with every call', async () => {
    const without: string[] = []
    const origin = 'https://a-page.example'
    const noting: typeof fetch = (input, init) => {
      if (new Headers(init?.headers).get('origin') !== origin) without.push(String(input))
      return fetch(input, init)
    }
    await conform({ ...settings, origin, text: 'Is it sunny?', fetch: noting })
    expect(without).toEqual([])
  })

  it.each([
    ['without words', '{"error":"empty"}', 'message is missing: text is needed'],
    [
      'with empty ones',
      '{"message":"","errors":{"message":[]}}',
      'message is empty, and errors has no words',
    ],
    [
      'with errors of another form',
      '{"message":"No.","errors":{"message":"No."}}',
      'errors.message is "No."',
    ],
  ])('names a 422 %s', async (_, body, words) => {
    const wordless: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      return response.status === 422 ? new Response(body, { status: 422 }) : response
    }
    const checks = await conform({ ...settings, text: `Is it quiet there, ${words}?`, fetch: wordless })
    expect(told(checks, 'differs')).toEqual([
      expect.stringContaining(`The 422 says why, as the messenger shows it: ${words}`),
    ])
  })

  it('asks for the contact of a backend that has first contact, and names its faults', async () => {
    const bare = changing((text, url) => (url.endsWith('/contact') ? '{"account":{"id":3}}' : text))
    expect(told(await conform({ ...settings, fetch: bare }), 'differs')).toEqual([
      'GET …/contact says who a first message goes to: data is missing: an object is needed',
    ])
    const asked: string[] = []
    const old = changing((text, url) => {
      asked.push(url)
      return text.replace('"first_contact":true', '"first_contact":false')
    })
    expect(told(await conform({ ...settings, fetch: old }), 'differs')).toEqual([])
    expect(asked.filter((url) => url.endsWith('/contact'))).toEqual([])
  })

  it('joins the channel of the one conversation of a limited token', async () => {
    const checks = await conform({ ...limited, text: 'And the survey?' })
    expect(told(checks, 'differs')).toEqual([])
    const names = checks.filter(({ verdict }) => verdict === 'ok').map(({ what }) => what)
    expect(names).toContain('The socket accepts the subscription to the customer’s channel')
    expect(names).toContain('The socket brings the event of a message')
  })

  it.each([
    [
      'a body under another name',
      'calculated_body',
      'body',
      'advice',
      'calculated_body is missing: the text of every message is empty',
    ],
    [
      'a direction of its own',
      '"outbound"',
      '"out"',
      'differs',
      'data[].type is "out": "inbound" (from the customer) or "outbound"',
    ],
    ['ids under another name', '"id":', '"uuid":', 'differs', 'data.id is missing: a positive whole number'],
  ] as const)('names %s', async (_, from, to, verdict, words) => {
    const checks = await conform({ ...settings, fetch: changing((text) => text.replaceAll(from, to)) })
    expect(told(checks, verdict).join('\n')).toContain(words)
  })

  it('names an answer that is a page', async () => {
    const asPage = changing((text, url) =>
      url.includes('/chats') ? '<!doctype html><title>Welcome</title>' : text,
    )
    const checks = await conform({ ...settings, fetch: asPage })
    expect(told(checks, 'differs')).toEqual([
      expect.stringMatching(/chats.*not JSON: <!doctype html><title>Welcome/),
    ])
  })

  it('names a path that is not there, and a server that is away', async () => {
    const [lost] = told(await conform({ ...settings, api: `${settings.api}/v2` }), 'differs')
    expect(lost).toMatch(/auth\/user.*the status is 404, 200 is needed/)
    const [away] = told(await conform({ ...settings, api: 'http://127.0.0.1:9/customer/api' }), 'differs')
    expect(away).toMatch(/auth\/user.*no answer/)
  })

  it('finds a backend written in Laravel usable, and advises it to keep the key', async () => {
    const laravel = createLaravelBackend()
    laravel.say(3, 'It is.')
    const [token = ''] = laravel.tokens
    const checks = await conform({ api: 'https://laravel.test/customer/api', token, fetch: laravel.fetch })
    expect(told(checks, 'differs')).toEqual([])
    expect(told(checks, 'advice').join()).toContain('idempotency_key is missing')
  })
})
