import { expect, test } from 'vitest'
import { createSessionsModel } from '#marketplace/buyer/features/profile/sessions-model.ts'
import { OFFLINE, refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'

const session = (id: number) => ({
  id,
  is_current: id === 1,
  device: `Firefox on device ${id}`,
  created_at: '2025-06-10T09:00:00Z',
})
const LIST: Scripted = { data: [session(1), session(2), session(3)] }

async function sessions(answers: Scripted[]) {
  const { api, calls } = scriptedApi([LIST, ...answers])
  const model = createSessionsModel(api)
  await model.sessions.load()
  const ids = () => {
    const state = model.sessions.state.value
    return state.phase === 'ready' ? state.value.map(({ id }) => id) : state.phase
  }
  return { model, calls, ids }
}

test('a device that is logged out leaves the list', async () => {
  const { model, ids } = await sessions([{ message: 'Done.' }])
  expect(await model.end(2)).toBe(true)
  expect(ids()).toEqual([1, 3])
})

test('a device that was gone already leaves the list too', async () => {
  const { model, ids } = await sessions([refused(404, 'Not found.')])
  expect(await model.end(2)).toBe(true)
  expect([ids(), model.problem.value]).toEqual([[1, 3], null])
})

test('a device that could not be logged out stays, and that is said', async () => {
  const { model, ids } = await sessions([OFFLINE])
  expect(await model.end(2)).toBe(false)
  expect(ids()).toEqual([1, 2, 3])
  expect(model.problem.value).toMatch(/cannot be reached/)
})

test('logging out the others leaves this device', async () => {
  const { model, ids, calls } = await sessions([{ message: 'Done.' }])
  await model.endOthers()
  expect(ids()).toEqual([1])
  expect(calls.at(-1)).toMatchObject({ name: 'endOtherSessions' })
})

test('a list that did not load can be asked for again', async () => {
  const { api } = scriptedApi([refused(403, 'Not now.'), LIST])
  const model = createSessionsModel(api)
  await model.sessions.load()
  expect(model.sessions.state.value).toMatchObject({
    phase: 'failed',
    failure: { problem: { message: 'Not now.' } },
  })
  await model.sessions.load()
  expect(model.sessions.state.value.phase).toBe('ready')
})
