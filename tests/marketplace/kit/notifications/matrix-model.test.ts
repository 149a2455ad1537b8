/** Settings of notifications are shown as they are chosen, and no answer takes a later choice back. */
import { expect, test } from 'vitest'
import { createMatrixModel } from '#marketplace/kit/notifications/matrix-model.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { NotificationPreferencesWire } from '#shared/contract/notifications.ts'

type Settings = NotificationPreferencesWire
type Changes = Partial<Pick<Settings, 'quiet_hours' | 'cells'>>

const CELL = { type: 'message', channel: 'email', frequency: 'instant' } as const

/** A server that answers a call when it is let. */
async function setUp() {
  let kept = {
    cells: [CELL],
    quiet_hours: { from: '22:00', until: '07:00' },
    time_zone: 'America/Chicago',
  } as unknown as Settings
  const asked: ((isLost: boolean) => void)[] = []
  const model = createMatrixModel({
    show: async () => ({ data: kept }),
    set: (changes) =>
      new Promise((resolve, reject) => {
        asked.push((isLost) => {
          if (isLost) return reject(new ApiError('set', { kind: 'timeout' }))
          kept = { ...kept, ...(changes as Changes) }
          resolve({ data: kept })
        })
      }),
  })
  await model.load()
  const shown = () => {
    const state = model.state.value
    if (state.phase !== 'ready') throw new Error('The settings are not loaded.')
    return state.known
  }
  const answer = async ({ isLost = false } = {}) => {
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    asked.shift()?.(isLost)
    await new Promise((done) => setTimeout(done))
  }
  return { model, shown, answer, kept: () => kept }
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

test('a choice that the server does not answer is put back, and says why', async () => {
  const { model, shown, answer } = await setUp()
  const refused = model.setQuietHours(null)
  await answer({ isLost: true })
  expect(await refused).toBe(false)
  expect(shown().quiet_hours).toEqual({ from: '22:00', until: '07:00' })
  expect(model.problem.value).not.toBeNull()
})
