/** What is typed into filters: amounts, ranges, presets, handles, and what text means in the location box. */
import { expect, test } from 'vitest'
import { dealsCsv, dealsGeoJson } from '#marketplace/buyer/features/browse/export/deal-files.ts'
import { toggled, withChoices, withRange } from '#marketplace/buyer/features/browse/filters/filter-changes.ts'
import { withPreset } from '#marketplace/buyer/features/browse/filters/keyword-filter.tsx'
import { statusText } from '#marketplace/buyer/features/browse/filters/panel-labels.ts'
import { amountOf, entryText, readRange } from '#marketplace/buyer/features/browse/filters/range-entry.ts'
import { binOf, edgeOf } from '#marketplace/buyer/features/browse/filters/range-histogram.tsx'
import { jumpsFor } from '#marketplace/buyer/features/browse/search/location-box.tsx'
import { DEFAULT_FILTER } from '#shared/rules/deals/filter.ts'
import { parseDealList } from '#shared/rules/deals/parse-list.ts'

test.each([
  ['150k', 150_000],
  ['1.2m', 1_200_000],
  ['$150,000', 150_000],
  ['$ 1.1M', 1_100_000],
  ['70%', 70],
  ['1,200 sq ft', 1200],
  ['0', 0],
  ['1,2', null],
  ['12abc', null],
  ['', null],
  ['k', null],
])('“%s” is read as %s', (text, amount) => {
  expect(amountOf(text)).toBe(amount)
})

test.each([
  ['', '', { range: {}, problem: null, isSwapped: false }],
  ['100k', '', { range: { min: 100_000 }, problem: null, isSwapped: false }],
  ['', '250k', { range: { max: 250_000 }, problem: null, isSwapped: false }],
  ['500k', '100k', { range: { min: 100_000, max: 500_000 }, problem: null, isSwapped: true }],
  ['-5', '', { range: null, problem: 'Price is not valid.', isSwapped: false }],
  ['cheap', '100', { range: null, problem: 'Price is not valid.', isSwapped: false }],
])('from “%s” to “%s”', (min, max, entry) => {
  expect(readRange(min, max, 'Price')).toEqual(entry)
})

test('a score above 100 is not valid', () => {
  expect(readRange('101', '', 'Match score', 100).problem).toBe('Match score is not valid.')
  expect(readRange('100', '', 'Match score', 100).range).toEqual({ min: 100 })
})

test('what was read stands as a person writes it, a year without a comma', () => {
  expect([entryText(150_000, false), entryText(1968, true), entryText(undefined, false)]).toEqual([
    '150,000',
    '1968',
    '',
  ])
})

test('a handle stands on even steps and says round values', () => {
  const scale = { min: 0, max: 560_000, bins: 28 }
  expect([binOf(scale, 0), binOf(scale, 280_000), binOf(scale, 9e9)]).toEqual([0, 14, 28])
  expect(edgeOf(scale, 14)).toBe(280_000)
  expect(edgeOf({ min: 41_300, max: 600_000, bins: 28 }, 5)).toBe(140_000)
  expect(edgeOf({ min: 0, max: 5, bins: 28 }, 14)).toBe(2.5)
})

test('a part that narrows nothing is left out of the filter', () => {
  const filter = { ...DEFAULT_FILTER, ranges: { price: { max: 1 } }, choices: { types: [3, 1] } }
  expect(withRange(filter, 'price', {})).toEqual({ ranges: {} })
  expect(withChoices(filter, 'types', toggled([3], 1))).toEqual({ choices: { types: [1, 3] } })
  expect(withChoices(filter, 'types', toggled([3], 3))).toEqual({ choices: {} })
})

test('a preset goes into the words and out again', () => {
  expect(withPreset('', '-hoa')).toEqual({ isOn: false, next: '-hoa' })
  expect(withPreset('pool -hoa', '"corner lot"')).toEqual({ isOn: false, next: 'pool -hoa "corner lot"' })
  expect(withPreset('pool "corner lot" -hoa', '"corner lot"')).toEqual({ isOn: true, next: 'pool -hoa' })
  expect(withPreset('carpool', 'pool').isOn).toBe(false)
})

test.each([
  [[], 'Any status'],
  [['available', 'pending', 'sold'], 'Any status'],
  [['sold', 'available'], 'Available, Sold'],
] as const)('the status %j is called “%s”', (status, text) => {
  expect(statusText(status)).toBe(text)
})

const table = parseDealList({
  columns: [
    'id',
    'full_address',
    'public_address',
    'city',
    'state_code',
    'price',
    'latitude',
    'longitude',
    'title',
  ],
  data: [
    [
      7,
      '1418 Sumpter Street, Houston, TX 77020',
      'Houston, TX 77020',
      'Houston',
      'TX',
      164_500,
      29.7744,
      -95.3142,
      null,
    ],
    [8, null, 'Third Ward, Houston, TX', 'Houston', 'TX', 312_000, 29.73, -95.36, null],
    [9, '=HYPERLINK("x"), Houston', '', 'Houston', 'TX', null, null, null, null],
  ],
  img_paths: [],
  all_count: 3,
})

test.each([
  ['7', [7]],
  ['#8', [8]],
  ['999', []],
  ['https://plat.test/property/12/some-street?x=1', [12]],
  ['/deal/7', [7]],
  ['/p/7#photos', [7]],
  ['1418 sumpter', [7]],
  ['1418', []],
  ['houston', []],
])('“%s” in the location box means the deals %j', (text, ids) => {
  expect(jumpsFor(text, table).map(({ id }) => id)).toEqual(ids)
})

test('a deal’s link is understood before the deals are there', () => {
  expect(jumpsFor('https://plat.test/deal/5', null)).toEqual([{ id: 5, label: 'Deal 5' }])
})

const exported = { table, rows: Uint32Array.of(1, 0, 2), origin: 'https://plat.test' }

test('a CSV has the deals in the order of the list; a hidden street is in none of its cells', () => {
  const [head = '', hidden = '', shown = '', odd = ''] = dealsCsv(exported).split('\r\n')
  expect(head.startsWith('\ufeffid,status,address')).toBe(true)
  expect(hidden).toContain('8,,"Third Ward, Houston, TX",yes')
  expect(shown).toContain('"1418 Sumpter Street, Houston, TX 77020",no')
  expect(shown.endsWith('https://plat.test/property/7,29.7744,-95.3142')).toBe(true)
  // A spreadsheet would follow it.
  expect(odd).toContain(`"'=HYPERLINK(""x""), Houston"`)
  for (const line of [hidden, shown, odd]) expect(line).not.toMatch(/NaN|null|undefined/)
})

test('a CSV of the table has the columns of the table, and what names the deal', () => {
  const [head = '', , shown = ''] = dealsCsv(exported, ['price']).split('\r\n')
  expect(head).toBe('\ufeffid,address,address_hidden,city,county,state,zip,price_usd,url,latitude,longitude')
  expect(shown).toBe(
    '7,"1418 Sumpter Street, Houston, TX 77020",no,Houston,,TX,,164500,https://plat.test/property/7,29.7744,-95.3142',
  )
})

test('a GeoJSON says which places are approximate, and keeps deals without one', () => {
  const { type, features } = JSON.parse(dealsGeoJson(exported))
  expect(type).toBe('FeatureCollection')
  expect(features.map((one: { id: number }) => one.id)).toEqual([8, 7, 9])
  expect(features[0].geometry).toEqual({ type: 'Point', coordinates: [-95.36, 29.73] })
  expect(features[0].properties.location_precision).toBe('approximate')
  expect(features[1].properties.location_precision).toBe('exact')
  expect(features[2].geometry).toBeNull()
})
