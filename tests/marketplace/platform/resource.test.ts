import { expect, test } from 'vitest'
import { createResource } from '#marketplace/platform/resource.ts'
import { getDictionaries } from '#shared/contract/plumbing.ts'
import { type Answer, scriptedApi } from './scripted-fetch.ts'

const LISTS = { propertyTypes: [{ id: 1, label: 'Single family' }], parkingTypes: [], propertyTags: [] }
const down: Answer = { status: 403, body: { message: 'Not now.' } }

const dictionaries = (answers: Answer[]) => {
  const { api } = scriptedApi(answers)
  return createResource(() => api(getDictionaries, {}))
}

test('dictionaries that did not load are said, and are there after another try', async () => {
  const lists = dictionaries([down, { status: 200, body: LISTS }])
  await lists.load()
  expect(lists.state.value).toEqual({ phase: 'failed', message: 'Not now.' })
  const again = lists.load()
  expect(lists.state.value).toEqual({ phase: 'loading' })
  await again
  expect(lists.state.value).toMatchObject({ phase: 'ready', value: { propertyTypes: [{ id: 1 }] } })
})

test('an answer that was overtaken is dropped', async () => {
  const lists = dictionaries([{ status: 200, body: LISTS }])
  const asked = lists.load()
  lists.put({ propertyTypes: [], parkingTypes: [], propertyTags: [] })
  await asked
  expect(lists.state.value).toMatchObject({ phase: 'ready', value: { propertyTypes: [] } })
})
