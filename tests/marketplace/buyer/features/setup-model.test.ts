import { signal } from '@preact/signals-core'
import { expect, test, vi } from 'vitest'
import { createSetup } from '#marketplace/buyer/features/setup/setup-model.ts'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { BUY_BOX_CHECK_DELAY_MS, BUY_BOX_CHECK_RETRY_MS } from '#shared/contract/limits.ts'
import { user } from '#tests/support/eg.ts'
import { refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

const HOUSTON = { id: 5, geotag_id: 2, geotag: { id: 2, name_formated: 'Houston, TX' } }
const noMarkets: Scripted = { data: [] }
const aMarket: Scripted = { data: [HOUSTON] }
const noEntities: Scripted = { entities: [] }
const anEntity: Scripted = { entities: [{ id: 1, name: 'Oak LLC' }] }
const denied = refused(403, '')

const UNCONFIRMED = user({
  phones: [{ id: 3, number: '+17132840142', isDefault: true, isConfirmed: false, textConsents: {} }],
})

/** A channel between the tabs of one browser. */
function createTalk() {
  const tabs = new Set<Map<string, () => void>>()
  return () => {
    const mine = new Map<string, () => void>()
    tabs.add(mine)
    return {
      say(topic: string) {
        for (const tab of tabs) if (tab !== mine) tab.get(topic)?.()
      },
      on(topic: string, handler: () => void) {
        mine.set(topic, handler)
        return () => mine.delete(topic)
      },
    }
  }
}

/** What a browser keeps. */
function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage
}

function setUp(answers: Scripted[], who: User = user(), tabBroadcast = createTalk()(), kept = memory()) {
  const { api, calls } = scriptedApi(answers)
  const clock = createFakeClock()
  const log = { warn: vi.fn(), error: vi.fn() }
  const checkAsked = signal(0)
  const onFinished = vi.fn()
  const storage = () => kept
  const setup = createSetup({
    api,
    clock,
    log,
    user: () => who,
    checkAsked,
    tabBroadcast,
    onFinished,
    storage,
  })
  /** Lets the calls answer, then the wait before the check pass. */
  const settle = async () => {
    await vi.waitFor(() => expect(clock.timers).toBe(1))
    clock.advance(BUY_BOX_CHECK_DELAY_MS)
  }
  return { setup, clock, calls, log, checkAsked, onFinished, settle }
}

test('whoever has a target market is asked nothing, after one call', async () => {
  const { setup, settle, calls } = setUp([aMarket])
  await settle()
  expect(setup.state.value.at).toBe('settled')
  expect(calls).toMatchObject([{ name: 'listGeotags' }])
})

test('a linked entity is enough', async () => {
  const { setup, settle } = setUp([noMarkets, anEntity])
  await settle()
  expect(setup.state.value.at).toBe('settled')
})

test('with neither, the selector shows half a second after the answers and not sooner', async () => {
  const { setup, clock } = setUp([noMarkets, noEntities])
  await vi.waitFor(() => expect(clock.timers).toBe(1))
  clock.advance(BUY_BOX_CHECK_DELAY_MS - 1)
  expect(setup.state.value.at).toBe('checking')
  clock.advance(1)
  expect(setup.state.value.at).toBe('buybox-selector')
})

test('an unconfirmed default phone comes before the target markets', async () => {
  const { setup, settle } = setUp([noMarkets, noEntities], UNCONFIRMED)
  await settle()
  expect(setup.state.value).toEqual({ at: 'phone', hasBox: false })
  setup.act({ type: 'phone-confirmed' })
  expect(setup.state.value.at).toBe('buybox-selector')
})

test('"Later" settles the phone alone: target markets are asked for, now and by the next check', async () => {
  const { setup, settle, checkAsked } = setUp([aMarket, noMarkets, noEntities], UNCONFIRMED)
  await settle()
  setup.act({ type: 'phone-later' })
  expect(setup.state.value.at).toBe('settled')
  checkAsked.value++
  await settle()
  expect(setup.state.value.at).toBe('buybox-selector')
})

test('a check that fails shows nothing, says so in the log, and is made again', async () => {
  const { setup, clock, log } = setUp([denied, noMarkets, noEntities])
  await vi.waitFor(() => expect(clock.timers).toBe(1))
  expect(setup.state.value.at).toBe('unanswered')
  expect(log.warn).toHaveBeenCalledOnce()
  clock.advance(BUY_BOX_CHECK_RETRY_MS[0])
  await vi.waitFor(() => expect(clock.timers).toBe(1))
  clock.advance(BUY_BOX_CHECK_DELAY_MS)
  expect(setup.state.value.at).toBe('buybox-selector')
})

test('finishing in one tab closes the dialogs of the others', async () => {
  const open = createTalk()
  const here = setUp([noMarkets, noEntities], user(), open())
  const there = setUp([noMarkets, noEntities], user(), open())
  await here.settle()
  await there.settle()
  here.setup.act({ type: 'manual' })
  there.setup.act({ type: 'smart' })
  here.setup.act({ type: 'saved' })
  expect(here.setup.state.value).toEqual({ at: 'saved', by: 'manual' })
  expect(there.setup.state.value.at).toBe('settled')
  expect([here.onFinished.mock.calls.length, there.onFinished.mock.calls.length]).toEqual([1, 1])
})

test('after it is put away nothing happens any more', async () => {
  const { setup, clock } = setUp([noMarkets, noEntities])
  await vi.waitFor(() => expect(clock.timers).toBe(1))
  setup.dispose()
  clock.advance(BUY_BOX_CHECK_DELAY_MS)
  expect(setup.state.value.at).toBe('off')
})

test('"Later" holds on the next page, and no longer than the login', async () => {
  const kept = memory()
  const first = setUp([aMarket], UNCONFIRMED, createTalk()(), kept)
  await first.settle()
  first.setup.act({ type: 'phone-later' })
  const next = setUp([aMarket], UNCONFIRMED, createTalk()(), kept)
  await next.settle()
  expect(next.setup.state.value.at).toBe('settled')
  next.setup.dispose()
  const again = setUp([aMarket], UNCONFIRMED, createTalk()(), kept)
  await again.settle()
  expect(again.setup.state.value.at).toBe('phone')
})
