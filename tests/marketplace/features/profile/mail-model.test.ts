import { expect, test } from 'vitest'
import { createMailModel } from '#marketplace/features/profile/mail-model.ts'
import { MAIL_TYPES } from '#shared/contract/profile.ts'
import { type Answer, scriptedApi } from '../../platform/scripted-fetch.ts'

function mails(answers: Answer[], off: string[] = []) {
  const { api, calls } = scriptedApi(answers)
  return { model: createMailModel({ api, off, refresh: async () => {} }), calls }
}

const DONE: Answer = { status: 200, body: { message: 'Done.' } }

test('a kind that is turned off shows so at once and is told by its name', async () => {
  const { model, calls } = mails([DONE])
  const done = model.set('blast', false)
  expect(model.off.value).toEqual(new Set(['blast']))
  expect(await done).toBe(true)
  expect(calls[0]?.body).toEqual({ scope: 'type', type: 'blast', is_subscribed: false })
})

test('a switch that could not be told goes back and says so', async () => {
  const { model } = mails(['offline'], ['reminders'])
  expect(await model.set('blast', false)).toBe(false)
  expect(model.off.value).toEqual(new Set(['reminders']))
  expect(model.problem.value).toMatch(/cannot be reached/)
})

test('all of them are one call, and go back to what each was', async () => {
  const { model, calls } = mails([DONE, 'offline'], ['blast'])
  await model.setAll(false)
  expect(model.off.value).toEqual(new Set(MAIL_TYPES))
  expect(calls[0]?.body).toEqual({ scope: 'all', is_subscribed: false })
  await model.setAll(true)
  expect(model.off.value).toEqual(new Set(MAIL_TYPES))
})
