/** The texts of one version: written in portions they are the same as at once, and made once however many ask. */
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type ListLine, lineOf, listVersion } from '#server/deals/list/list-version.ts'
import { dealList } from '#shared/contract/properties.ts'

const COUNT = 9001

/** Every third deal has no picture, and the others share one hundred. */
function version(count = COUNT) {
  const lines = new Map<number, ListLine>()
  for (let id = 1; id <= count; id++) {
    const image = id % 3 === 0 ? null : `/drawings/${id % 100}.svg`
    lines.set(id, lineOf(id, { before: [id, 'Peña “Blanca”'], image, after: [null] }))
  }
  return listVersion({ cursor: 'order.1.9001', lines, removed: new Map([[99_999, 8999]]) })
}

test('the packed list is the text of the whole, however long', async () => {
  const made = version()
  const whole = made.whole()
  expect((await made.packed().bytes('identity')).toString()).toBe(whole)
  expect(brotliDecompressSync(await made.packed().bytes('br')).toString()).toBe(whole)
  const wire = dealList.parse(JSON.parse(whole))
  expect(wire.data).toHaveLength(COUNT)
  expect(wire.img_paths).toHaveLength(100)
  expect(wire.data.at(-1)).toEqual([COUNT, 'Peña “Blanca”', wire.img_paths.indexOf('/drawings/1.svg'), null])
})

test.each([0, 1, 4000, 8000])('a list of %i deals is whole', async (count) => {
  const bytes = await version(count).packed().bytes('identity')
  expect(JSON.parse(bytes.toString()).data).toHaveLength(count)
})

test('what changed since a place is put together once', async () => {
  const made = version()
  const delta = made.since(COUNT - 2)
  expect(JSON.parse(delta?.text ?? '')).toMatchObject({ removed: [], is_delta: true, all_count: COUNT })
  expect(JSON.parse(made.since(8998)?.text ?? '')).toMatchObject({ removed: [99_999] })
  expect(made.since(COUNT - 2)).toBe(delta)
  expect(delta?.packed()).toBe(delta?.packed())
  expect(made.since(0)).toBeNull()
})

test('places nobody else asks from do not pile up', () => {
  const made = version(100)
  const first = made.since(1)
  for (let revision = 2; revision < 60; revision++) made.since(revision)
  expect(made.since(1)).not.toBe(first)
  expect(made.since(1)?.text).toBe(first?.text)
})
