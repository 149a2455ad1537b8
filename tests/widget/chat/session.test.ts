import { describe, expect, test, vi } from 'vitest'
import * as eg from '#tests/support/eg.ts'
import { API, openSession, type SessionWorld, storeOf } from './open-session.ts'

const phase = ({ session }: SessionWorld) => session.state.value.phase
const reached = (world: SessionWorld, wanted: string) => vi.waitFor(() => expect(phase(world)).toBe(wanted))
const listed = (world: SessionWorld) =>
  vi.waitFor(() => expect(storeOf(world)?.conversations.load.value.phase).toBe('ready'))
const CONFIG = { key: 'app-key', wsHost: 'ws.example' }

describe('coming in', () => {
  test('a token whose user the server knows opens the messenger', async () => {
    const world = openSession()
    await listed(world)
    expect(storeOf(world)?.customerId).toBe(7)
    expect(storeOf(world)?.conversations.all.value[0]?.name).toBe('Chat of 7')
    expect(world.events[0]).toEqual({ type: 'ready' })
    expect(world.server.asked[0]?.headers.get('Accept')).toBe('application/json')
  })

  test('without a token there is a warning and nothing else', async () => {
    const world = openSession({ token: null })
    await vi.waitFor(() => expect(world.warnings).toEqual(['No valid token provided']))
    expect(phase(world)).toBe('signed-out')
    expect(world.events).toEqual([])
    expect(world.server.asked).toEqual([])
  })

  test.each([
    ['does not know it', 401],
    ['forbids it', 403],
  ])('a token is refused when the server %s', async (_, status) => {
    const world = openSession()
    world.server.on('GET /customer/api/auth/user', { status, body: { message: '' } })
    await reached(world, 'refused')
    expect(world.warnings).toEqual(['Auth error'])
    expect(world.events).toEqual([{ type: 'auth-required', reason: 'refused' }])
  })

  test.each([
    ['is down', 'offline' as const, { kind: 'offline' }],
    ['answers a page', { body: '<!DOCTYPE html>' }, { kind: 'malformed', status: 200 }],
    ['breaks', { status: 500, body: '<!DOCTYPE html>' }, { kind: 'refused', status: 500 }],
  ])('an api-base that %s leaves a state with a retry that works', async (_, answer, failure) => {
    const world = openSession()
    world.server.on('GET /customer/api/auth/user', answer)
    await reached(world, 'unreachable')
    const state = world.session.state.value
    expect(state).toMatchObject({ phase: 'unreachable', failure })
    expect(world.events).toEqual([expect.objectContaining({ type: 'error', code: 'unreachable' })])
    world.server.on('GET /customer/api/auth/user', { body: { data: { id: 7 } } })
    if (state.phase === 'unreachable') state.retry()
    await reached(world, 'authorised')
  })

  test.each([
    ['missing', null],
    ['no address', 'customer/api'],
    ['no http address', 'ftp://host/api'],
  ])('an api-base that is %s is told to the page, and setting it goes on', async (_, apiBase) => {
    const world = openSession({ apiBase })
    await reached(world, 'unreachable')
    expect(world.events).toEqual([expect.objectContaining({ type: 'error', code: 'api-base' })])
    world.inputs.apiBase.value = API
    await reached(world, 'authorised')
  })
})

describe('the token provider', () => {
  test('is asked once when there is no token', async () => {
    const tokenProvider = vi.fn(async () => 'ann')
    const world = openSession({ token: null, tokenProvider })
    await listed(world)
    expect(tokenProvider.mock.calls).toEqual([[{ reason: 'missing' }]])
  })

  test('that fails leaves the widget hidden and tells the page, without its words in the log', async () => {
    const tokenProvider = () => Promise.reject(new Error('secret-token'))
    const world = openSession({ token: null, tokenProvider })
    await vi.waitFor(() => expect(world.events).toEqual([{ type: 'auth-required', reason: 'missing' }]))
    expect(phase(world)).toBe('signed-out')
    expect(world.warnings.join()).not.toContain('secret')
  })

  test('is asked once when the token it had is refused', async () => {
    const tokenProvider = vi.fn(async () => 'ann')
    const world = openSession({ token: 'stale', tokenProvider })
    await listed(world)
    expect(tokenProvider.mock.calls).toEqual([[{ reason: 'refused' }]])
  })

  test('whose token is refused too is not asked again', async () => {
    const tokenProvider = vi.fn(async () => 'worse')
    const world = openSession({ token: 'stale', tokenProvider })
    await reached(world, 'refused')
    expect(tokenProvider).toHaveBeenCalledTimes(1)
  })

  test('is asked once for all calls that a token expires under, and they are repeated', async () => {
    const tokenProvider = vi.fn(async () => 'ann-again')
    const world = openSession({ tokenProvider })
    await listed(world)
    const store = storeOf(world)
    world.server.on('GET /customer/api/customers/*/text-messages', ({ headers }) =>
      headers.get('Authorization') === 'Bearer ann-again'
        ? { body: { data: [eg.wireMessage({ id: 1 })], links: { next: null } } }
        : { status: 401, body: { message: 'Unauthenticated.' } },
    )
    world.customers.delete('ann')
    store?.select(1)
    void store?.conversations.reload()
    await vi.waitFor(() => expect(store?.thread.load.value.phase).toBe('ready'))
    expect(storeOf(world)).toBe(store)
    expect(tokenProvider.mock.calls).toEqual([[{ reason: 'expired' }]])
  })

  test('that is another function with every render changes nothing', async () => {
    const world = openSession({ tokenProvider: async () => 'ann' })
    await listed(world)
    const store = storeOf(world)
    world.inputs.tokenProvider.value = async () => 'bob'
    await Promise.resolve()
    expect(storeOf(world)).toBe(store)
  })
})

describe('expiry', () => {
  test('a host that answers it with another provider function starts no circle', async () => {
    const tokenProvider = vi.fn(async () => '')
    const world = openSession({ tokenProvider })
    await listed(world)
    world.customers.delete('ann')
    void storeOf(world)?.conversations.reload()
    await reached(world, 'expired')
    world.inputs.tokenProvider.value = () => tokenProvider()
    await new Promise(setImmediate)
    expect(phase(world)).toBe('expired')
    expect(tokenProvider).toHaveBeenCalledTimes(1)
  })

  test('a provider that is set only then brings the messenger back', async () => {
    const world = openSession()
    await listed(world)
    world.customers.delete('ann')
    void storeOf(world)?.conversations.reload()
    await reached(world, 'expired')
    world.inputs.tokenProvider.value = async () => 'ann-again'
    await reached(world, 'authorised')
  })

  test('a token that stops working ends the store, tells the page, and a new one goes on', async () => {
    const world = openSession()
    await listed(world)
    const store = storeOf(world)
    world.customers.delete('ann')
    void store?.conversations.reload()
    await reached(world, 'expired')
    expect(store?.status.value).toBe('destroyed')
    expect(world.events).toContainEqual({ type: 'auth-required', reason: 'expired' })
    world.inputs.token.value = 'ann-again'
    await reached(world, 'authorised')
  })

  test('a fresh token that is refused as well ends it', async () => {
    const world = openSession({ tokenProvider: async () => 'worse' })
    await listed(world)
    world.customers.delete('ann')
    void storeOf(world)?.conversations.reload()
    await reached(world, 'expired')
  })
})

describe('identity', () => {
  test('a new token of the same customer keeps the store and is used from then on', async () => {
    const world = openSession()
    await listed(world)
    const store = storeOf(world)
    const phases: string[] = []
    world.session.state.subscribe((state) => phases.push(state.phase))
    world.inputs.token.value = 'ann-again'
    await vi.waitFor(() => expect(world.server.of('GET /customer/api/auth/user')).toHaveLength(2))
    await vi.waitFor(() => {
      void store?.conversations.reload()
      expect(world.server.asked.at(-1)?.headers.get('Authorization')).toBe('Bearer ann-again')
    })
    expect(storeOf(world)).toBe(store)
    expect(phases).toEqual(['authorised'])
  })

  test('a token of another customer wipes everything before anything of theirs shows', async () => {
    const world = openSession({ realtimeConfig: CONFIG })
    await listed(world)
    await vi.waitFor(() => expect(world.realtime.open).toBe(1))
    const former = storeOf(world)
    former?.select(1)
    const shown: (number | null)[] = []
    world.session.state.subscribe(() => {
      const store = storeOf(world)
      shown.push(store?.customerId ?? null)
      if (store?.customerId === 8) {
        expect(former?.status.value).toBe('destroyed')
        expect(former?.conversations.all.value).toEqual([])
        expect(former?.selected.value).toBeNull()
        expect(world.realtime.open).toBe(0)
      }
    })
    world.inputs.token.value = 'bob'
    await vi.waitFor(() => expect(shown).toEqual([7, null, 8]))
    await vi.waitFor(() => expect(storeOf(world)?.conversations.all.value[0]?.name).toBe('Chat of 8'))
    await vi.waitFor(() => expect(world.realtime.channel).toBe('App.Models.Customer.8'))
  })

  test('a new token that cannot be checked hides what the former one showed', async () => {
    const world = openSession()
    await listed(world)
    const former = storeOf(world)
    world.server.on('GET /customer/api/auth/user', 'offline')
    world.inputs.token.value = 'bob'
    await reached(world, 'unreachable')
    expect(former?.status.value).toBe('destroyed')
  })

  test('logging out while the token is checked lets nothing in', async () => {
    const world = openSession()
    let answer = () => {}
    world.server.on(
      'GET /customer/api/auth/user',
      () => new Promise((resolve) => (answer = () => resolve({ body: { data: { id: 7 } } }))),
    )
    await vi.waitFor(() => expect(world.server.asked).toHaveLength(1))
    world.session.logout()
    answer()
    await new Promise(setImmediate)
    expect(phase(world)).toBe('signed-out')
    expect(world.events).toEqual([])
  })

  test('taking the token away ends the store', async () => {
    const world = openSession()
    await listed(world)
    const store = storeOf(world)
    world.inputs.token.value = null
    await reached(world, 'signed-out')
    expect(store?.status.value).toBe('destroyed')
    expect(world.clock.timers).toBe(0)
  })
})

describe('joining the channel', () => {
  const sign = { body: { auth: 'app-key:signature' } }
  const CHANNEL = 'private-App.Models.Customer.7'

  async function joining(given: Parameters<typeof openSession>[0]) {
    const world = openSession(given)
    await vi.waitFor(() => expect(world.connected).toHaveLength(1))
    const ask = () => world.connected[0]?.authorise('1.1', CHANNEL)
    return { ...world, ask }
  }

  test('is asked with a form and the bearer at the origin of the API', async () => {
    const { server, ask } = await joining({ realtimeConfig: CONFIG })
    server.on('POST /broadcasting/auth', sign)
    expect(await ask()).toEqual({ auth: 'app-key:signature' })
    const [asked] = server.of('POST /broadcasting/auth')
    expect(asked?.url.origin).toBe('https://plat.example')
    expect(asked?.headers.get('Content-Type')).toContain('application/x-www-form-urlencoded')
    expect(asked?.headers.get('Accept')).toBe('application/json')
    expect(asked?.headers.get('Authorization')).toBe('Bearer ann')
    expect(asked?.body).toBe(`socket_id=1.1&channel_name=${CHANNEL}`)
  })

  test('goes with the CSRF token instead when the page has one, to the endpoint it names', async () => {
    const { server, ask } = await joining({
      realtimeConfig: { ...CONFIG, csrfToken: 'csrf', authEndpoint: '/live/auth' },
    })
    server.on('POST /live/auth', sign)
    await ask()
    const [asked] = server.of('POST /live/auth')
    expect(asked?.headers.get('X-CSRF-TOKEN')).toBe('csrf')
    expect(asked?.headers.get('Authorization')).toBeNull()
  })

  test('that is refused asks the provider once and repeats', async () => {
    const tokenProvider = vi.fn(async () => 'ann-again')
    const { server, ask } = await joining({ realtimeConfig: CONFIG, tokenProvider })
    server.on('POST /broadcasting/auth', ({ headers }) =>
      headers.get('Authorization') === 'Bearer ann-again' ? sign : { status: 403, body: { message: '' } },
    )
    expect(await ask()).toEqual({ auth: 'app-key:signature' })
    expect(tokenProvider.mock.calls).toEqual([[{ reason: 'refused' }]])
  })

  test('asks no provider when the line was merely lost and found', async () => {
    const tokenProvider = vi.fn(async () => 'ann-again')
    const { realtime } = await joining({ realtimeConfig: CONFIG, tokenProvider })
    for (const state of ['connected', 'unavailable', 'connected'] as const) realtime.say(state)
    realtime.subscribe()
    expect(tokenProvider).not.toHaveBeenCalled()
  })

  test.each([
    ['refused', { status: 403, body: { message: '' } }, { kind: 'refused', status: 403 }],
    [
      'out of date',
      { status: 419, body: { message: 'CSRF token mismatch.' } },
      { kind: 'refused', status: 419 },
    ],
    ['not understood', { body: '<html>' }, { kind: 'malformed' }],
    ['not answered', 'offline' as const, { kind: 'offline' }],
  ])('that is %s fails with the reason', async (_, answer, failure) => {
    const { server, ask } = await joining({ realtimeConfig: CONFIG })
    server.on('POST /broadcasting/auth', answer)
    await expect(ask()).rejects.toMatchObject({ failure })
  })
})

describe('a Laravel backend', () => {
  const list = {
    data: [
      {
        id: '12',
        account: { id: '1', title: null },
        last_message: {
          id: 40,
          type: 'outbound',
          created_at: '2026-11-21T06:31:44.000000Z',
          calculated_body: 'Hi',
        },
        customer_unread_count: '2',
      },
    ],
    current_page: 1,
    links: [{ url: null, label: '&laquo; Previous', active: false }],
    next_page_url: null,
  }

  test('may send ids as text, a raw paginator, no relations, booleans as 0 and 1, and a bare created message', async () => {
    const world = openSession()
    world.server.on('GET /customer/api/customers/7/chats', { body: list })
    world.server.on('GET /customer/api/customers/7/text-messages', ({ url }) => ({
      body: {
        data: [{ id: url.searchParams.get('page') === '1' ? '41' : '40', type: 'outbound', is_read: 0 }],
        links: { next: url.searchParams.get('page') === '1' ? 'http://127.0.0.1:8000/wrong' : null },
      },
    }))
    world.server.on('POST /customer/api/customers/7/accounts/1/text-messages', {
      status: 201,
      body: { id: 43, customer_id: '7', account_id: '1', type: 'inbound', body: 'hello' },
    })
    await listed(world)
    const store = storeOf(world)
    expect(store?.conversations.all.value[0]).toMatchObject({ id: 1, name: '', logo: null, unreadCount: 2 })
    store?.select(1)
    await vi.waitFor(() => expect(store?.thread.rows.value.count).toBe(2))
    store?.send('hello')
    await vi.waitFor(() => expect(world.events).toContainEqual({ type: 'sent', accountId: 1, messageId: 43 }))
    const rows = store?.thread.rows.value
    expect(rows?.at(rows.offsetOf(43))).toMatchObject({ message: { message: 'hello', createdAt: null } })
    expect(world.server.asked.every(({ url }) => url.host === 'plat.example')).toBe(true)
  })
})
