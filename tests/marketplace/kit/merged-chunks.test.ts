import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BuiltChunk, mergedChunks } from '#marketplace/kit/build/merged-chunks.ts'

const code = (seed: number, length: number) => {
  let state = seed
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return String.fromCharCode(33 + (state % 90))
  }).join('')
}

/** A chunk of one module; `imports` and `lazy` by name. */
function chunk(name: string, size: number, imports: string[] = [], lazy: string[] = []): BuiltChunk {
  return {
    name,
    fileName: `${name}.js`,
    code: code(name.length * 7 + size, size),
    isEntry: name === 'main',
    isDynamicEntry: /page|dialog/.test(name),
    moduleIds: [`/${name}.ts`],
    imports: imports.map((one) => `${one}.js`),
    dynamicImports: lazy.map((one) => `${one}.js`),
  }
}

const filesOf = (chunks: BuiltChunk[], important = /^$/) => {
  const names = mergedChunks(chunks, important)
  return (name: string) => names.get(`/${name}.ts`)
}

test('merges small chunks that the same pages fetch, and leaves the entry alone', () => {
  const file = filesOf([
    chunk('main', 9_000, [], ['page-a', 'page-b', 'page-c']),
    chunk('page-a', 9_000, ['date', 'money', 'main']),
    chunk('page-b', 9_000, ['date', 'money']),
    chunk('page-c', 9_000, ['date']),
    chunk('date', 300),
    chunk('money', 300),
  ])
  expect(file('date')).toBe(file('money'))
  expect(file('main')).toBeUndefined()
  expect(new Set(['page-a', 'page-b', 'page-c', 'date'].map(file)).size).toBe(4)
})

test('does not merge a large chunk into a small one that other pages use', () => {
  const file = filesOf([
    chunk('main', 9_000, [], ['page-a', 'page-b']),
    chunk('page-a', 9_000, ['date', 'map']),
    chunk('page-b', 9_000, ['date']),
    chunk('date', 300),
    chunk('map', 90_000),
  ])
  expect(file('map')).not.toBe(file('date'))
  expect(file('map')).toBe(file('page-a'))
})

test('keeps a chunk separate that is imported on demand and by a page', () => {
  const file = filesOf([
    chunk('main', 9_000, [], ['client', 'page-a']),
    chunk('page-a', 90_000, ['client']),
    chunk('client', 3_000),
  ])
  expect(file('client')).not.toBe(file('page-a'))
})

test('ignores what a page has loaded before a dialog opens', () => {
  const file = filesOf([
    chunk('main', 9_000, [], ['page-a', 'page-b']),
    chunk('page-a', 9_000, ['date', 'chart'], ['dialog']),
    chunk('page-b', 9_000),
    chunk('dialog', 9_000, ['date']),
    chunk('date', 300),
    chunk('chart', 40_000),
  ])
  expect(file('date')).toBe(file('chart'))
})

/** Chunks that import only later ones, some of them on demand. */
const graphs = fc
  .array(
    fc.record({
      size: fc.integer({ min: 50, max: 4_000 }),
      isLazy: fc.boolean(),
      imports: fc.array(fc.nat(30), { maxLength: 4 }),
      lazy: fc.array(fc.nat(30), { maxLength: 4 }),
    }),
    { minLength: 3, maxLength: 24 },
  )
  .map((rows) => {
    const nameAt = (at: number) => (at === 0 ? 'main' : `${rows[at]?.isLazy ? 'page' : 'part'}-${at}`)
    return rows.map(({ size, imports, lazy }, at) =>
      chunk(
        nameAt(at),
        size,
        [...new Set(imports)].filter((other) => other > at && other < rows.length).map(nameAt),
        lazy
          .filter((other) => other < rows.length && rows[other]?.isLazy && other !== at && other > 0)
          .map(nameAt),
      ),
    )
  })

test('never makes import cycles', () => {
  fc.assert(
    fc.property(graphs, (chunks) => {
      const file = filesOf(chunks)
      const imports = new Map<string, Set<string>>()
      for (const { name, imports: names } of chunks) {
        const own = file(name) ?? name
        const others = names.map((one) => one.replace('.js', '')).map((one) => file(one) ?? one)
        imports.set(own, new Set([...(imports.get(own) ?? []), ...others.filter((one) => one !== own)]))
      }
      const isAround = (name: string, from: readonly string[]): boolean =>
        from.includes(name) || [...(imports.get(name) ?? [])].some((one) => isAround(one, [...from, name]))
      expect([...imports.keys()].filter((name) => isAround(name, []))).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('counts extra bytes of important pages several times', () => {
  const chunks = [
    chunk('main', 9_000, [], ['page-a', 'page-b', 'home-page']),
    chunk('page-a', 9_000, ['date', 'money']),
    chunk('page-b', 9_000, ['date', 'money']),
    chunk('home-page', 9_000, ['date']),
    chunk('date', 300),
    chunk('money', 900),
  ]
  const [plain, important] = [filesOf(chunks), filesOf(chunks, /^home-page$/)]
  expect(plain('money')).toBe(plain('date'))
  expect(important('money')).not.toBe(important('date'))
})
