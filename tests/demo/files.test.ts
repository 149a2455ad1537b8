import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type TestWorld } from '#tests/support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld({ messages: 0, limits: { requestsPerMinute: 5 } })
})
afterAll(() => world?.stop())

const statuses = async (path: string) => {
  const answers: number[] = []
  for (let i = 0; i < 8; i++) answers.push((await fetch(world.url + path)).status)
  return answers
}

test('files of a page use up nothing of what its calls may, and calls are still counted', async () => {
  expect(await statuses('/drawings/house-01.svg')).toEqual(Array(8).fill(200))
  expect(await statuses('/assets/gone.js')).toEqual(Array(8).fill(404))
  const calls = await statuses('/customer/api/dictionaries')
  expect([calls[0], calls.at(-1)]).toEqual([200, 429])
})
