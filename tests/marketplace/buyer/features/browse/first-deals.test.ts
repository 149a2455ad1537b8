/** The first deals while the whole list loads: from the document, from the server after a changed filter, never an older answer. */
import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { createFirstDeals } from '#marketplace/buyer/features/browse/first-deals.ts'
import type { FirstDealsWire } from '#shared/contract/first-deals.ts'
import type { DealQuery } from '#shared/rules/deals/filter.ts'
import { type QueryInput, questionOf, readQuery } from '#shared/rules/deals/query-codec.ts'

const queryOf = (search: string): DealQuery => readQuery(new URLSearchParams(search)).query
const answerTo = (search: string, ids: readonly number[]): FirstDealsWire => ({
  question: questionOf(queryOf(search)),
  list: { columns: ['id'], data: ids.map((id) => [id]), img_paths: [], all_count: 9 },
  count: ids.length,
  bounds: null,
})

function setUp(written: FirstDealsWire | null = null, search = '') {
  const query = signal(queryOf(search))
  const isNeeded = signal(true)
  const asked: { query: QueryInput; answer: (wire: FirstDealsWire | null) => void }[] = []
  const ask = (query: QueryInput) =>
    new Promise<FirstDealsWire | null>((answer) => asked.push({ query, answer }))
  const { first } = createFirstDeals({ query, isNeeded, written, ask })
  const shown = () => first.value && [...first.value.table.numbers.id]
  return { query, isNeeded, asked, shown }
}

/** Everything that waits for an answer has had its turn. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('shows what the document brought without a call', () => {
  const { asked, shown } = setUp(answerTo('price=-90000', [4, 2]), 'price=-90000')
  expect(shown()).toEqual([4, 2])
  expect(asked).toEqual([])
})

test('asks the server where the document brought another address', async () => {
  const { asked, shown } = setUp(answerTo('', [4]), 'price=-90000')
  expect(shown()).toBeNull()
  expect(asked[0]?.query).toMatchObject({ price: ['-90000'] })
  asked[0]?.answer(answerTo('price=-90000', [2]))
  await settled()
  expect(shown()).toEqual([2])
})

test('asks for each of several places', () => {
  const { asked } = setUp(null, 'place=city:Houston,TX&place=zip:77008')
  expect(asked[0]?.query).toMatchObject({ place: ['city:Houston,TX', 'zip:77008'] })
})

test('never shows an older answer over a newer one', async () => {
  const { query, asked, shown } = setUp()
  query.value = queryOf('price=-90000')
  asked[1]?.answer(answerTo('price=-90000', [2]))
  asked[0]?.answer(answerTo('', [4]))
  await settled()
  expect(shown()).toEqual([2])
})

test('is empty once the whole list is there, and for favorites, which only this person has', () => {
  const { query, isNeeded, shown } = setUp(answerTo('', [4]))
  expect(shown()).toEqual([4])
  isNeeded.value = false
  expect(shown()).toBeNull()
  isNeeded.value = true
  query.value = queryOf('only=favourites')
  expect(shown()).toBeNull()
})
