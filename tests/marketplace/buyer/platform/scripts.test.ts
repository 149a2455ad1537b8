// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { createScripts, type ScriptName } from '#marketplace/buyer/platform/scripts.ts'

const ALL = {
  support_chat: { src: 'https://chat.example/c.js', app_id: null },
  billing: { src: 'https://pay.example/b.js', public_key: null },
  identity: { src: 'https://id.example/i.js' },
  tag_manager: { src: 'https://tags.example/t.js', container_id: null },
}

beforeEach(() => {
  vi.restoreAllMocks()
  document.head.innerHTML = ''
})

function setUp({ marketing = false, scripts = ALL as typeof ALL | null, outcome = 'load' } = {}) {
  const world = { marketing }
  const warn = vi.fn()
  // The document of a test fetches nothing: each script ends as it is told to.
  const append = vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) queueMicrotask(() => (node as Element).dispatchEvent(new Event(outcome)))
  })
  const configs = vi.fn(async () => ({ platform_fee: 997, offers_per_deposit_limit: 4, scripts }))
  const all = createScripts({
    document,
    configs,
    allowed: () => ({ analytics: false, marketing: world.marketing }),
    log: { warn, error: warn },
  })
  const loaded = () => append.mock.calls.flat().map((node) => (node as HTMLScriptElement).src)
  return { scripts: all, loaded, world, warn, configs }
}

test.each<ScriptName>(['support_chat', 'tag_manager'])(
  '%s waits for a yes, and asks nobody before',
  async (name) => {
    const { scripts, loaded, world, configs } = setUp()
    expect(await scripts.need(name)).toBe(false)
    expect([loaded(), configs.mock.calls.length]).toEqual([[], 0])
    world.marketing = true
    expect(await scripts.need(name)).toBe(true)
    expect(loaded()).toEqual([ALL[name].src])
  },
)

test.each<ScriptName>(['billing', 'identity'])('%s loads when a person presses for it', async (name) => {
  const { scripts, loaded } = setUp()
  expect(await scripts.need(name)).toBe(true)
  expect(loaded()).toEqual([ALL[name].src])
})

test('a script loads once however often it is needed', async () => {
  const { scripts, loaded } = setUp()
  await Promise.all([scripts.need('billing'), scripts.need('billing')])
  await scripts.need('billing')
  expect(loaded()).toHaveLength(1)
})

test('what is not configured is never loaded', async () => {
  const { scripts, loaded } = setUp({ marketing: true, scripts: null })
  expect(await scripts.need('tag_manager')).toBe(false)
  expect(loaded()).toEqual([])
})

test('a script that fails is told, throws nothing, and may be tried again', async () => {
  const { scripts, loaded, warn } = setUp({ outcome: 'error' })
  expect(await scripts.need('billing')).toBe(false)
  expect(warn).toHaveBeenCalledWith('A script did not load', 'billing')
  await scripts.need('billing')
  expect(loaded()).toHaveLength(2)
})
