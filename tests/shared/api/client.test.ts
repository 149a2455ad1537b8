/** The HTTP client against a real server that misbehaves in every way the contract knows. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import { type ApiSettings, createApi } from '#shared/api/client.ts'
import { currentUser, login, sendVerificationCode } from '#shared/contract/account.ts'
import {
  createdMessage,
  issueToken,
  listTextMessages,
  markTextMessagesRead,
  sendTextMessage,
} from '#shared/contract/messenger.ts'
import { sellerSaveCompany } from '#shared/contract/seller-company.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

describe('the API client', () => {
  it('fills the path, encodes the query, and sends the bearer, the socket id and JSON Accept', async () => {
    const seen: { url: string | undefined; headers: IncomingMessage['headers'] }[] = []
    const api = await client(
      (request, response) => {
        seen.push({ url: request.url, headers: request.headers })
        json(response, 200, { data: [{ id: '5', type: 'outbound', is_read: 1 }], links: { next: null } })
      },
      { token: () => 'secret', socketId: () => '1.2' },
    )

    const page = await api(listTextMessages, {
      params: { customer: 7 },
      query: { 'filter[account_id]': 3, page: 2 },
    })

    expect(page.data[0]).toMatchObject({ id: 5, is_read: true })
    expect(seen[0]?.url).toBe('/customer/api/customers/7/text-messages?page=2&filter%5Baccount_id%5D=3')
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'x-socket-id': '1.2',
      accept: 'application/json',
    })
  })

  it('refuses a body that the contract does not take by field, and sends nothing', async () => {
    let calls = 0
    const api = await client((_request, response) => {
      calls++
      json(response, 200, { data: {} })
    })
    const refused = await failure(
      api(sellerSaveCompany, { body: { ein: '12-34567', registration_state: 'Texas' } }),
    )
    expect(refused).toMatchObject({
      kind: 'refused',
      status: 422,
      problem: {
        errors: {
          ein: ['Enter the 9 digits of the EIN, as 12-3456789.'],
          registration_state: ['Choose a state.'],
        },
      },
    })
    expect(calls).toBe(0)
  })

  it('sends calls of the site to the origin of the customer area', async () => {
    let url: string | undefined
    const api = await client((request, response) => {
      url = request.url
      json(response, 200, { data: { token: 't', user: { id: 1 } } })
    })
    await api(login, { body: { email: 'a@x.test', password: 'p' } })
    expect(url).toBe('/login')
  })

  it('repeats a GET once on 503, and not more', async () => {
    let calls = 0
    const api = await client((_, response) => json(response, calls++ === 0 ? 503 : 200, { data: { id: 1 } }))
    expect((await api(currentUser, {})).data.id).toBe(1)

    calls = -10
    const always = await client((_, response) => {
      calls++
      json(response, 503, { message: 'down' })
    })
    await expect(failure(always(currentUser, {}))).resolves.toMatchObject({ kind: 'refused', status: 503 })
    expect(calls).toBe(-8)
  })

  it('repeats a GET on each status of the spec, and on no other', async () => {
    const statuses = [408, 409, 425, 429, 500, 502, 503, 504, 400, 401, 403, 404, 422, 501]
    const repeats = await Promise.all(
      statuses.map(async (status) => {
        let calls = 0
        const api = await client((_, response) => {
          calls++
          json(response, status, { message: '' })
        })
        await failure(api(currentUser, {}))
        return calls - 1
      }),
    )
    expect(repeats).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0])
  })

  it('does not come back to a server that asks for a wait of more than ten seconds', async () => {
    let calls = 0
    const api = await client((_, response) => {
      calls++
      json(response, 429, { message: '' }, { 'retry-after': '11' })
    })
    expect(await failure(api(currentUser, {}))).toMatchObject({ status: 429, retryAfterMs: 11_000 })
    expect(calls).toBe(1)
  })

  it.each([500, 503, 429, 408])('never repeats a POST, answered with %i', async (status) => {
    let calls = 0
    const api = await client((_, response) => {
      calls++
      json(response, status, { message: '' })
    })
    await failure(api(sendTextMessage, { params: { customer: 1, account: 2 }, body: { message: 'hi' } }))
    expect(calls).toBe(1)
  })

  it('does not repeat a GET that sends a code', async () => {
    let calls = 0
    const api = await client((_, response) => {
      calls++
      json(response, 503, { message: 'The code could not be sent.' })
    })
    await failure(api(sendVerificationCode, { query: { action: 'login', customer_id: 5 } }))
    expect(calls).toBe(1)
  })

  it('fetches a fresh CSRF token once after a 419 and repeats the call with it', async () => {
    let csrf = 'stale'
    const seen: unknown[] = []
    const api = await client(
      (request, response) => {
        seen.push(request.headers['x-xsrf-token'])
        const isFresh = request.headers['x-xsrf-token'] === 'fresh'
        json(response, isFresh ? 201 : 419, isFresh ? { data: { token: 't', expires_at: 'x' } } : {})
      },
      {
        headers: () => ({ 'X-XSRF-TOKEN': csrf }),
        onCsrfMismatch: async () => {
          csrf = 'fresh'
          return true
        },
      },
    )
    expect((await api(issueToken, { body: {} })).data.token).toBe('t')
    expect(seen).toEqual(['stale', 'fresh'])
  })

  it('asks for a new token once after a 401 and repeats the call with it', async () => {
    let token = 'old'
    let asked = 0
    const api = await client(
      (request, response) =>
        request.headers.authorization === 'Bearer new'
          ? json(response, 201, { data: { id: 9, type: 'inbound' } })
          : json(response, 401, { message: 'Unauthenticated.' }),
      {
        token: () => token,
        onUnauthorised: async () => {
          asked++
          token = 'new'
          return true
        },
      },
    )
    const reply = await api(sendTextMessage, { params: { customer: 1, account: 2 }, body: { message: 'hi' } })
    expect(createdMessage(reply).id).toBe(9)
    expect(asked).toBe(1)
  })

  it.each([
    ['repeats it once when they do', 'confirm_identity', true, 2],
    ['leaves it refused when they do not', 'confirm_identity', false, 1],
    ['asks nobody about any other 403', 'forbidden', true, 1],
  ])(
    'lets a person confirm who they are before a refused call, and %s',
    async (_name, code, isConfirmed, calls) => {
      let seen = 0
      const asked: string[] = []
      const api = await client(
        (_, response) =>
          json(
            response,
            seen++ === 0 ? 403 : 200,
            seen === 1 ? { message: 'No.', code } : { data: { id: 1, name: 'Dana' } },
          ),
        {
          onConfirmIdentity: async () => {
            asked.push('asked')
            return isConfirmed
          },
        },
      )
      const done = await api(currentUser, {}).then(
        () => true,
        () => false,
      )
      expect([seen, done]).toEqual([calls, calls === 2])
      expect(asked).toHaveLength(code === 'confirm_identity' ? 1 : 0)
    },
  )

  it('gives up after the second 401', async () => {
    const api = await client((_, response) => json(response, 401, { message: 'Unauthenticated.' }), {
      onUnauthorised: async () => true,
    })
    expect(await failure(api(currentUser, {}))).toMatchObject({ kind: 'refused', status: 401 })
  })

  it.each<[string, number, string, string, Partial<Failure>]>([
    ['an HTML page with status 200', 200, 'text/html', '<!doctype html>', { kind: 'malformed', status: 200 }],
    ['JSON of another shape', 200, 'application/json', '{"data":{}}', { kind: 'malformed', status: 200 }],
    ['JSON cut short', 200, 'application/json', '{"data":{"id"', { kind: 'malformed', status: 200 }],
    ['an HTML page with status 500', 500, 'text/html', '<!doctype html>', { kind: 'refused', status: 500 }],
    [
      'a 403 with an empty message',
      403,
      'application/json',
      '{"message":""}',
      { kind: 'refused', status: 403 },
    ],
  ])('%s is a failure of its kind', async (_, status, type, body, kind) => {
    const api = await client((__, response) => response.writeHead(status, { 'content-type': type }).end(body))
    expect(await failure(api(currentUser, {}))).toMatchObject(kind)
  })

  it('carries the fields of a 422 and the seconds of a 429', async () => {
    const api = await client((request, response) => {
      if (request.method === 'PUT')
        json(response, 422, { message: 'Invalid.', errors: { is_read: ['Required.'] } })
      else json(response, 429, { message: 'Too Many Attempts.' }, { 'retry-after': '60' })
    })
    const invalid = api(markTextMessagesRead, {
      params: { customer: 1 },
      body: { is_read: true, text_messages_ids: [1] },
    })
    expect(await failure(invalid)).toMatchObject({ problem: { errors: { is_read: ['Required.'] } } })
    const throttled = api(sendTextMessage, { params: { customer: 1, account: 2 }, body: { message: 'hi' } })
    expect(await failure(throttled)).toMatchObject({ retryAfterMs: 60_000 })
  })

  it('tells a silent server from a missing one', async () => {
    const silent = await client(() => undefined)
    expect(
      await failure(silent(login, { body: { email: 'a@x.test', password: 'p' } }, { timeoutMs: 100 })),
    ).toEqual({ kind: 'timeout' })
    const missing = createApi({ base: 'http://127.0.0.1:9/customer/api' })
    expect(await failure(missing(login, { body: { email: 'a@x.test', password: 'p' } }))).toEqual({
      kind: 'offline',
    })
  })

  it('gives up on an answer that never ends, and closes its connection', async () => {
    vi.useFakeTimers()
    open.push(() => vi.useRealTimers())
    const letGo = vi.fn()
    const half = ({ signal }: Request) =>
      new ReadableStream({
        start(body) {
          body.enqueue(new TextEncoder().encode('{"data":{"id"'))
          signal.addEventListener('abort', () => body.error(signal.reason))
          signal.addEventListener('abort', letGo)
        },
      })
    const api = createApi({
      base: 'https://plat.test/customer/api',
      fetch: async (request) => new Response(half(new Request(request))),
    })
    const call = failure(api(currentUser, {}))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await Promise.race([call, 'still reading'])).toEqual({ kind: 'timeout' })
    expect(letGo).toHaveBeenCalled()
  })

  it('gives up in time on a fetch that ignores its signal', async () => {
    vi.useFakeTimers()
    open.push(() => vi.useRealTimers())
    const api = createApi({ base: 'https://plat.test/customer/api', fetch: () => new Promise(() => {}) })
    const call = failure(api(currentUser, {}))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await Promise.race([call, 'still waiting'])).toEqual({ kind: 'timeout' })
  })

  it('ends with the caller’s reason when it is aborted while its answer is read', async () => {
    const ended = new AbortController()
    const begin = (_: unknown, response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":')
    const api = await client(begin, {
      fetch: async (request, options) => {
        const response = await fetch(request, options)
        setImmediate(() => ended.abort('gone'))
        return response
      },
    })
    await expect(api(currentUser, {}, { signal: ended.signal })).rejects.toBe('gone')
  })

  it.each(['', 'customer/api', 'ftp://host/customer/api', 'javascript:alert(1)'])(
    'refuses %j as a base',
    (base) => {
      expect(() => createApi({ base })).toThrow(TypeError)
    },
  )
})

async function client(handle: Handler, settings: Partial<ApiSettings> = {}) {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => handle(request, response, body))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  open.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return createApi({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/customer/api/`,
    ...settings,
  })
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function failure(call: Promise<unknown>): Promise<Failure> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`)
  return error.failure
}
