/** What a page may write into `realtime-config`, and what comes of what it should not have. */
import { describe, expect, test, vi } from 'vitest'
import { formatMoney } from '#shared/format/money.ts'
import { openSession, type SessionWorld, storeOf } from './open-session.ts'

const listed = (world: SessionWorld) =>
  vi.waitFor(() => expect(storeOf(world)?.conversations.load.value.phase).toBe('ready'))
const CONFIG = { key: 'app-key', wsHost: 'ws.example' }

describe('realtime configuration', () => {
  test('is taken as JSON or as an object, and an equal one makes no second socket', async () => {
    const world = openSession({ realtimeConfig: JSON.stringify(CONFIG) })
    await vi.waitFor(() => expect(world.realtime.made).toBe(1))
    world.inputs.realtimeConfig.value = { ...CONFIG }
    world.inputs.realtimeConfig.value = JSON.stringify(CONFIG)
    await new Promise(setImmediate)
    expect(world.realtime.made).toBe(1)
    world.inputs.realtimeConfig.value = { ...CONFIG, prefix: 'Other' }
    await vi.waitFor(() => expect(world.realtime.channel).toBe('Other.Models.Customer.7'))
    expect(world.realtime.open).toBe(1)
  })

  test.each([
    ['broken JSON', '{"key":', 'not valid JSON'],
    ['without a key', '{}', 'check key'],
  ])(
    '%s: the messenger works without live updates and the page is told what to do',
    async (_, raw, words) => {
      const world = openSession({ realtimeConfig: raw })
      await listed(world)
      expect(storeOf(world)?.connection.value.phase).toBe('off')
      expect(world.events).toContainEqual({
        type: 'error',
        code: 'realtime-config',
        message: expect.stringContaining(words),
      })
    },
  )

  test('calls carry the socket id, so that the own socket is spared the echo', async () => {
    const world = openSession({ realtimeConfig: CONFIG })
    await vi.waitFor(() => expect(world.realtime.made).toBe(1))
    world.realtime.subscribe()
    await vi.waitFor(() => expect(world.server.asked.at(-1)?.headers.get('X-Socket-ID')).toBe('1.1'))
  })

  test.each([
    ['cluster', { cluster: null }],
    ['jobInterval', { jobInterval: '5000' }],
    ['jobInterval', { jobInterval: 100 }],
    ['wsPort, forceTLS', { wsPort: 'x', forceTLS: 'yes' }],
  ])('an odd %s falls back by itself, with one warning that names it', async (fields, odd) => {
    const world = openSession({ realtimeConfig: { ...CONFIG, prefix: 'Other', ...odd } })
    await vi.waitFor(() => expect(world.realtime.channel).toBe('Other.Models.Customer.7'))
    expect(world.connected[0]?.config).toEqual({ ...CONFIG, prefix: 'Other' })
    expect(world.warnings).toEqual([`realtime-config does not fit: check ${fields}.`])
    expect(world.events.map(({ type }) => type)).not.toContain('error')
  })

  test('names the sign of amounts; without one, or with an odd one, it is a dollar sign', async () => {
    const world = openSession({ realtimeConfig: { ...CONFIG, currency: 'CA$' } })
    await vi.waitFor(() => expect(formatMoney(184_500)).toBe('CA$184,500'))
    for (const currency of [7, undefined]) {
      world.inputs.realtimeConfig.value = { ...CONFIG, currency: '€' }
      await vi.waitFor(() => expect(formatMoney(184_500)).toBe('€184,500'))
      world.inputs.realtimeConfig.value = { ...CONFIG, currency }
      await vi.waitFor(() => expect(formatMoney(184_500)).toBe('$184,500'))
    }
  })
})
