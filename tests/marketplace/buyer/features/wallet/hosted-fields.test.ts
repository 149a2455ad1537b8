import { expect, test } from 'vitest'
import { askToken, frameAddress, hearFrame } from '#marketplace/buyer/features/wallet/hosted-fields.ts'

const ORIGIN = 'https://cards.test'
const said = (message: object) => ({ source: 'plat.billing', ...message })

function setUp() {
  const listeners = new Set<(event: { origin: string; source: unknown; data: unknown }) => void>()
  const told: [unknown, string][] = []
  const frame = { postMessage: (message: unknown, to: string) => void told.push([message, to]) }
  const deps = {
    origin: ORIGIN,
    frame: () => frame,
    host: {
      addEventListener: (_: 'message', hear: typeof listeners extends Set<infer T> ? T : never) =>
        void listeners.add(hear),
      removeEventListener: (_: 'message', hear: typeof listeners extends Set<infer T> ? T : never) =>
        void listeners.delete(hear),
    },
  }
  const post = (data: unknown, { origin = ORIGIN, source = frame as unknown } = {}) => {
    for (const hear of listeners) hear({ origin, source, data })
  }
  return { deps, told, post, listeners }
}

test('only the frame itself is heard, from its own origin and in the agreed form', () => {
  const { deps, post, listeners } = setUp()
  const heard: string[] = []
  const end = hearFrame(deps, ({ type }) => heard.push(type))
  post(said({ type: 'ready' }), { origin: 'https://elsewhere.test' })
  post(said({ type: 'ready' }), { source: {} })
  post(said({ type: 'ready' }), { source: null })
  post({ type: 'ready' })
  post('ready')
  post(said({ type: 'token', token: '' }))
  expect(heard).toEqual([])
  post(said({ type: 'ready', height: 180 }))
  expect(heard).toEqual(['ready'])
  end()
  expect(listeners.size).toBe(0)
})

test('the fields are asked at their origin alone, and their token is the answer', async () => {
  const { deps, told, post, listeners } = setUp()
  const asked = askToken(deps)
  expect(told).toEqual([[said({ type: 'submit' }), ORIGIN]])
  post(said({ type: 'token', token: 'forged' }), { origin: 'https://elsewhere.test' })
  post(said({ type: 'token', token: 'tok_1' }))
  expect(await asked).toEqual({ kind: 'token', token: 'tok_1' })
  expect(listeners.size).toBe(0)
})

test('a field that is wrong is the answer too', async () => {
  const { deps, post } = setUp()
  const asked = askToken(deps)
  post(said({ type: 'invalid', message: 'Check the number.' }))
  expect(await asked).toEqual({ kind: 'invalid', message: 'Check the number.' })
})

test('the framed page is told whom it may talk to', () => {
  const url = frameAddress('/billing/fields?key=1', 'https://plat.test/profile/billing?x=1', {
    theme: 'dark',
  })
  expect(url.href).toBe('https://plat.test/billing/fields?key=1&parent=https%3A%2F%2Fplat.test&theme=dark')
})
