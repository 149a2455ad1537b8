import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cut, cutAll } from '#widget/build/cut.ts'
import { onlyTheThread } from '#widget/build/virtuoso-parts.ts'

const LIBRARY = 'a-library'

test('a text gives way to another, whatever the spaces between its words', () => {
  const code = 'const a = one(\n  2,\n  3\n)'
  expect(cut(LIBRARY, code, [['one(2, 3)', 'two']])).toBe('const a = two')
})

test('a call is left out whole, with brackets in its strings', () => {
  const code = 'return log("a ) b", (x) => x(1)), 5'
  expect(cut(LIBRARY, code, [['log("a ) b"']])).toBe('return 0, 5')
  expect(cut(LIBRARY, code, [['log(', 'say()', 'call']])).toBe('return say(), 5')
})

test.each([
  ['is not there', 'const a = 1'],
  ['is there twice', 'wide(1); wide(1)'],
  ['is part of another name', 'worldwide(1)'],
])('what is to be cut and %s fails the build by the name of its library', (_, code) => {
  expect(() => cut(LIBRARY, code, [['wide(1)', '']])).toThrow(/a-library.*wide\(1\)/)
})

test('what stands in many places must stand in one', () => {
  expect(cutAll(LIBRARY, 'a b a', /a/g, 'c')).toBe('c b c')
  expect(() => cutAll(LIBRARY, 'b', /a/g, 'c')).toThrow(/a-library/)
})

const VIRTUOSO = readFileSync(
  new URL('../../../node_modules/react-virtuoso/dist/index.mjs', import.meta.url),
  'utf8',
)

test('of the virtual list what the thread passes is left', () => {
  const lean = onlyTheThread(VIRTUOSO)
  for (const used of ['atBottomThreshold', 'firstItemIndex', 'alignToBottom', 'scrollToIndex'])
    expect(lean).toContain(used)
  for (const unused of ['TableVirtuoso', 'groupCounts: "groupCounts"', 'A("trackItemSizes")', 'followOutput'])
    expect(lean).not.toContain(unused)
})

test('a virtual list that is written in another way fails the build', () => {
  expect(() => onlyTheThread(VIRTUOSO.replace('smoothScrollTargetReached', 'reached'))).not.toThrow()
  expect(() => onlyTheThread(VIRTUOSO.replace('data-viewport-type": "element"', ''))).not.toThrow()
  expect(() => onlyTheThread(VIRTUOSO.replaceAll('A("horizontalDirection")', 'A("isSideways")'))).toThrow(
    /react-virtuoso/,
  )
  expect(() => onlyTheThread(VIRTUOSO.replace(/(\w+) as Virtuoso\b/, '$1 as List'))).toThrow(/react-virtuoso/)
})

const read = (file: string) =>
  readFileSync(new URL(`../../../widget/ui/thread/${file}`, import.meta.url), 'utf8')

test('the thread passes nothing that is left out', () => {
  const lean = onlyTheThread(VIRTUOSO)
  const tag = /<Virtuoso<[\s\S]*?\/>\n {6}\{isPlaced/.exec(read('thread.tsx'))?.[0] ?? ''
  // Both are React's own.
  const own = ['key', 'ref']
  const passed = [...tag.matchAll(/^ {8}(\w+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !own.includes(name))
  expect(passed.length).toBeGreaterThan(9)
  for (const name of passed) expect(lean).toContain(`"${name}":"${name}"`)

  const parts = /PARTS[^=]*= \{([^}]*)\}/.exec(read('thread-parts.tsx'))?.[1] ?? ''
  const named = [...parts.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name)
  expect(named).toContain('Scroller')
  for (const name of named) expect(lean).toContain(`i("${name}"`)
  expect(read('thread.tsx')).toMatch(/NO_OVERSCAN = 0\b/)
  expect(read('thread.tsx')).not.toContain('smooth')
})
