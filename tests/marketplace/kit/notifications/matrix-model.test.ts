/** Settings of notifications are shown as they are chosen, and no answer takes a later choice back. */
import { expect, test } from 'vitest'
import { createMatrixModel } from '#marketplace/kit/notifications/matrix-model.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { NotificationPreferencesWire } from '#shared/contract/notifications.ts'
import { OFFLINE, refused } from '#tests/support/fake-api.ts'
import { createFakeClock } from '#tests/support/fake-clock.ts'

type Settings = NotificationPreferencesWire
type Changes = Partial<Pick<Settings, 'quiet_hours' | 'cells'>>

const QUIET_REFUSED = refused(422, 'No.', { errors: { 'quiet_hours.until': ['Enter a time like 22:00.'] } })

const CELL = { type: 'message', channel: 'email', frequency: 'instant' } as const

/** How a save ends: with an answer, with none although it was kept, or with none and nothing kept. */
type End = 'answered' | 'kept without an answer' | 'lost' | 'refused'

/** A server that answers a call when it is let. */
async function setUp() {
  let kept = {
    cells: [CELL],
    quiet_hours: { from: '22:00', until: '07:00' },
    time_zone: 'America/Chicago',
  } as unknown as Settings
  const clock = createFakeClock()
  const asked: ((end: End) => void)[] = []
  const server = { isAway: false }
  const model = createMatrixModel(
    {
      show: async () => {
        if (server.isAway) throw new ApiError('show', OFFLINE)
        return { data: kept }
      },
      set: (changes) =>
        new Promise((resolve, reject) => {
          asked.push((end) => {
            if (end === 'refused') return reject(new ApiError('set', QUIET_REFUSED))
            if (end !== 'lost') kept = { ...kept, ...(changes as Changes) }
            if (end === 'answered') return resolve({ data: kept })
            server.isAway = true
            reject(new ApiError('set', OFFLINE))
          })
        }),
    },
    clock,
  )
  await model.load()
  const shown = () => {
    const state = model.state.value
    if (state.phase !== 'ready') throw new Error('The settings are not loaded.')
    return state.known
  }
  const answer = async (end: End = 'answered') => {
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    asked.shift()?.(end)
    await new Promise((done) => setTimeout(done))
  }
  const comesBack = async () => {
    server.isAway = false
    await model.load()
  }
  const set = (changes: Partial<Settings>) => {
    kept = { ...kept, ...changes }
  }
  return { model, shown, answer, comesBack, clock, server, set, kept: () => kept }
}

test('quiet hours are shown as they are chosen, before the server answers', async () => {
  const { model, shown, answer, kept } = await setUp()
  const first = model.setQuietHours({ from: '21:00', until: '07:00' })
  expect(shown().quiet_hours).toEqual({ from: '21:00', until: '07:00' })
  const second = model.setQuietHours({ from: '21:00', until: '06:00' })
  await answer()
  expect(shown().quiet_hours).toEqual({ from: '21:00', until: '06:00' })
  await answer()
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(kept().quiet_hours).toEqual({ from: '21:00', until: '06:00' })
})

test('the answer to one choice does not take back another that is still being saved', async () => {
  const { model, shown, answer } = await setUp()
  const hours = model.setQuietHours(null)
  const cell = model.set('message', 'email', 'daily')
  await answer()
  expect(shown().cells).toEqual([{ ...CELL, frequency: 'daily' }])
  expect(model.isBusy.value).toBe(true)
  await answer()
  await Promise.all([hours, cell])
  expect(shown()).toMatchObject({ cells: [{ frequency: 'daily' }], quiet_hours: { from: null, until: null } })
  expect(model.isBusy.value).toBe(false)
})

const EARLY = { from: '21:00', until: '07:00' }
const USUAL = { from: '22:00', until: '07:00' }

test.each([
  ['kept without an answer', EARLY, null],
  ['lost', USUAL, 'Your last change was not saved. Choose again.'],
] as const)(
  'a choice that was %s is in doubt until the server has said what it has',
  async (end, has, said) => {
    const { model, shown, answer, comesBack } = await setUp()
    const saved = model.setQuietHours(EARLY)
    await answer(end)
    expect(await saved).toBe(false)
    expect(shown().quiet_hours).toEqual(EARLY)
    expect([model.isInDoubt.value, model.isBusy.value]).toEqual([true, false])
    expect(model.problem.value).toMatchObject({
      part: 'quiet_hours',
      text: 'Plat did not answer, so your last change may not be saved. This is checked as soon as Plat can be reached.',
    })
    await comesBack()
    expect(shown().quiet_hours).toEqual(has)
    expect([model.isInDoubt.value, model.problem.value?.text ?? null]).toEqual([false, said])
  },
)

test('without a sign that the server is back, it is asked again by itself', async () => {
  const { model, shown, answer, clock, server } = await setUp()
  void model.setQuietHours(EARLY)
  await answer('lost')
  clock.advance(1000)
  await new Promise((done) => setTimeout(done))
  expect(model.isInDoubt.value).toBe(true)
  server.isAway = false
  clock.advance(2000)
  await expect.poll(() => shown().quiet_hours).toEqual(USUAL)
})

test('a choice in doubt that a later one has replaced is not called lost', async () => {
  const { model, shown, answer, comesBack } = await setUp()
  void model.setQuietHours(EARLY)
  await answer('lost')
  const later = model.setQuietHours({ from: '20:00', until: '07:00' })
  await answer()
  expect(await later).toBe(true)
  await comesBack()
  expect(shown().quiet_hours).toEqual({ from: '20:00', until: '07:00' })
  expect(model.problem.value).toBeNull()
})

test('a choice that the server refuses is put back, and the message names its part and field', async () => {
  const { model, shown, answer } = await setUp()
  const refused = model.setQuietHours(null)
  await answer('refused')
  expect(await refused).toBe(false)
  expect(shown().quiet_hours).toEqual(USUAL)
  expect(model.problem.value).toEqual({
    kind: 'refused',
    part: 'quiet_hours',
    text: 'Enter a time like 22:00.',
    fields: ['quiet_hours.until'],
  })
})

test.each([
  ['kept', 'Europe/Berlin', null],
  ['lost', 'America/Chicago', 'lost'],
] as const)(
  'another call without an answer is in doubt until the server has said that it was %s',
  async (_, zone, kind) => {
    const { model, shown, comesBack, server, set } = await setUp()
    const apply = (settings: Settings) => ({ ...settings, time_zone: 'Europe/Berlin' })
    const saved = await model.also({ part: 'quiet_hours', apply }, async () => {
      set({ time_zone: zone })
      server.isAway = true
      throw new ApiError('setMember', OFFLINE)
    })
    expect([saved, model.problem.value?.kind, shown().time_zone]).toEqual([
      false,
      'in doubt',
      'Europe/Berlin',
    ])
    await comesBack()
    await expect.poll(() => model.problem.value?.kind ?? null).toBe(kind)
    expect(shown().time_zone).toBe(zone)
  },
)
