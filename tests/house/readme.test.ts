// @vitest-environment happy-dom
/** What the front page promises: its links lead somewhere, its commands exist, its table of the element is the element; and the same for the map. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as limits from '#shared/contract/limits.ts'
import { PlatMessengerElement } from '#widget/element/messenger-element.ts'

const ROOT = fileURLToPath(new URL('../../', `file://${import.meta.filename}`))
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8')
const README = read('README.md')

describe('the README', () => {
  it('links to files that are there', () => {
    const links = [...README.matchAll(/\]\(([^)#]+)\)/g)].map((match) => match[1] ?? '')
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((link) => !/^https?:/.test(link) && !existsSync(ROOT + link))).toEqual([])
  })

  it.each(['README.md', '.ci/run', 'tests/README.md', 'widget/README.md', 'docs/architecture.md'])(
    'and %s name commands that exist',
    (file) => {
      const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
      const named = [...read(file).matchAll(/npm (?:run )?(?:--silent )?([a-z][\w:-]*)/g)]
        .map((match) => match[1] ?? '')
        .filter((name) => !['ci', 'install', 'run'].includes(name))
      expect(named.filter((name) => !(name in scripts))).toEqual([])
    },
  )

  it('lists every attribute and property of the element, and none that it does not have', () => {
    const rows = README.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
    const inColumn = (column: 1 | 2) =>
      rows.flatMap((cells) => /^`([\w-]+)`$/.exec(cells[column] ?? '')?.[1] ?? [])
    expect(inColumn(1).sort()).toEqual([...PlatMessengerElement.observedAttributes, 'data-theme'].sort())
    const own = Object.entries(Object.getOwnPropertyDescriptors(PlatMessengerElement.prototype))
    expect(inColumn(2).sort()).toEqual(own.flatMap(([name, { set }]) => (set ? [name] : [])).sort())
  })
})

describe.each(['docs/architecture.md', 'docs/tour.md'])('%s', (page) => {
  it('names files and folders that are there', () => {
    const named = [
      ...read(page).matchAll(/`((?:shared|widget|marketplace|server|demo|tests|docs)\/[\w./-]+)`/g),
    ]
    const paths = named.map((match) => match[1] ?? '')
    expect(paths.length).toBeGreaterThan(15)
    const isThere = (path: string) =>
      ['', '.ts', '.tsx'].some((ending) => existsSync(`${ROOT}${path}${ending}`))
    expect(paths.filter((path) => !isThere(path))).toEqual([])
  })
})

describe('docs/tour.md', () => {
  it('names limits that are there', () => {
    const named = [...read('docs/tour.md').matchAll(/`([A-Z_]+_MS)`/g)].map((match) => match[1] ?? '')
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !(name in limits))).toEqual([])
  })
})

describe('docs/coverage.md', () => {
  it('names tests that are there', () => {
    const [, catalogue = ''] = read('docs/coverage.md').split('## Error catalogue')
    const [rows = ''] = catalogue.split('\n## ')
    const named = [...rows.matchAll(/`((?:shared|widget|marketplace|server|demo|browser)\/[\w./-]+\w)`/g)]
    const tests = named.map((match) => match[1] ?? '')
    expect(tests.length).toBeGreaterThan(20)
    const isThere = (test: string) => existsSync(`${ROOT}tests/${test}.test.ts`)
    expect(tests.filter((test) => !isThere(test))).toEqual([])
  })
})
