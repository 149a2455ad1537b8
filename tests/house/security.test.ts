/** The tables of docs/security.md say what the code does: every scope with what it admits, every limit with its value. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Auth, Endpoint, Scope } from '#shared/contract/endpoint.ts'
import { ENDPOINTS } from '#shared/contract/registry.ts'

const ROOT = new URL('../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8')
const PAGE = read('docs/security.md')

/** The cells of the only table of a section, without its head. */
const tableOf = (title: string): string[][] =>
  (PAGE.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
    .slice(2)

describe('the table of scopes', () => {
  const COLUMNS = [
    'optional',
    'customer',
    'any',
    'account',
    'staff',
    'server-key',
  ] as const satisfies readonly Auth[]
  const SCOPES = [
    'session',
    'messages',
    'view',
    'desk',
    'desk-enrolling',
    'console',
    'console-enrolling',
    'server-key',
  ] as const satisfies readonly Scope[]
  const isRead = ({ method, isUnsafe }: Endpoint) => method === 'GET' && !isUnsafe
  const isDownload = ({ name }: Endpoint) => /^(download|export)/.test(name)

  function cellOf(scope: Scope, auth: Auth): string {
    const all = ENDPOINTS.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.auth === auth)
    const admitted = all.filter(({ scopes }) => scopes.includes(scope))
    if (admitted.length === 0) return auth === 'optional' ? 'as a visitor' : 'none'
    if (admitted.length === all.length) return 'all'
    const reads = scope === 'view' ? all.filter(isRead) : []
    const open = reads.filter((endpoint) => admitted.includes(endpoint))
    if (open.length < reads.length) expect(reads.filter(isDownload)).toHaveLength(reads.length - open.length)
    const groups = open.length > 0 ? [open.length < reads.length ? 'reads without downloads' : 'reads'] : []
    const others = admitted.filter((endpoint) => !open.includes(endpoint)).map(({ name }) => name)
    return [...groups, ...others.sort().map((name) => `\`${name}\``)].join(', ')
  }

  it('has a row for every scope and says which endpoints admit it', () => {
    const [visitor, ...rows] = tableOf('Roles and scopes')
    expect(visitor?.[0]).toBe('none')
    const listed = rows.map(([scope, _who, ...cells]) => [scope, ...cells])
    expect(listed).toEqual(
      SCOPES.map((scope) => [`\`${scope}\``, ...COLUMNS.map((auth) => cellOf(scope, auth))]),
    )
    const declared = new Set(ENDPOINTS.flatMap(({ endpoint }) => endpoint.scopes))
    expect([...declared].sort()).toEqual([...SCOPES].sort())
  })
})

/** `NAME = 10 * 60_000` or `name: 15_000`, as a number. Factors may be constants of the same file. */
function valueIn(source: string, name: string): number {
  const [, text = ''] =
    new RegExp(`^ *(?:(?:export )?const )?${name}(?: =|:) ([\\dA-Z][\\w *]*),?$`, 'm').exec(source) ?? []
  if (text === '') return Number.NaN
  return text
    .split(' * ')
    .map((factor) => (/^\d/.test(factor) ? Number(factor.replaceAll('_', '')) : valueIn(source, factor)))
    .reduce((product, factor) => product * factor, 1)
}

const SHARED = readdirSync(new URL('shared/contract', ROOT))
  .filter((file) => file.endsWith('limits.ts'))
  .map((file) => read(`shared/contract/${file}`))
  .join('\n')

const UNITS_MS = [
  [24 * 3_600_000, 'days'],
  [3_600_000, 'hours'],
  [60_000, 'minutes'],
] as const

/** As the table says it: `15 minutes`, `64 KB`, `$10`, `30 a minute`. */
function wordsOf(name: string, value: number): string {
  if (/Ms$|_MS$/.test(name)) {
    // A day is said in hours.
    const [unit, words] = UNITS_MS.find(([ms, of]) => value % ms === 0 && (of !== 'days' || value > ms)) ?? []
    if (!unit || !words) return `${value / 1000} s`
    return `${value / unit} ${value === unit ? words.slice(0, -1) : words}`
  }
  const per = /_?per_?(second|minute|hour|day)(?:_verified)?$/i.exec(name)?.[1]?.toLowerCase()
  const rate = per ? ` ${per === 'hour' ? 'an' : 'a'} ${per}` : ''
  if (/_BYTES/.test(name)) {
    const isLarge = value % 1024 ** 2 === 0
    return `${isLarge ? value / 1024 ** 2 : value / 1024} ${isLarge ? 'MB' : 'KB'}${rate}`
  }
  if (/_CENTS$/.test(name)) return `$${(value / 100).toLocaleString('en-US')}`
  return value.toLocaleString('en-US') + rate
}

describe('the table of limits', () => {
  const rows = tableOf('Limits').filter(([, value]) => value !== '')
  const namesOf = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '')
  const listed = new Set(rows.flatMap((cells) => namesOf(cells[3])))

  it.each(rows)('says what the code says: %s', (_what, value = '', _per, constant = '') => {
    const [, file] = /`([\w/.-]+\.ts)`/.exec(constant) ?? []
    const source = file ? read(file) : SHARED
    const wanted = namesOf(constant).map((name) => wordsOf(name, valueIn(source, name)))
    expect(wanted).not.toEqual([])
    const said = value.split(/; | to /)
    expect(said).toHaveLength(wanted.length)
    expect(said.map((words, at) => words.slice(0, wanted[at]?.length))).toEqual(wanted)
    expect(said.filter((words, at) => !/^( |$)/.test(words.slice(wanted[at]?.length)))).toEqual([])
  })

  it('has every rate, lifetime and size of the contract, and every number of logins and second factors', () => {
    const wanted = /_PER_(?:SECOND|MINUTE|HOUR|DAY)$|(?<!REPORT)_LIFETIME_MS$|_BYTES$/
    const numbersOf = (source: string) =>
      [...source.matchAll(/^export const (\w+)(?:: \w+)? = \d/gm)].map(([, name]) => name ?? '')
    const named = numbersOf(SHARED).filter((name) => wanted.test(name))
    const logins = ['login', 'two-step'].flatMap((area) =>
      numbersOf(read(`shared/contract/${area}-limits.ts`)),
    )
    expect(named.length + logins.length).toBeGreaterThan(60)
    expect([...named, ...logins].filter((name) => !listed.has(name))).toEqual([])
  })

  it('has every throttle of the server', () => {
    const settings = read('server/core/config/limits.ts')
    const files = readdirSync(new URL('server', ROOT), { recursive: true, encoding: 'utf8' })
    const throttles = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...read(`server/${file}`).matchAll(/createThrottle\([^,]+, (?:[\w.]*\.)?(\w+), /g)])
      .map(([, name = '']) => new RegExp(`^ {2}${name}: ([A-Z_]+),$`, 'm').exec(settings)?.[1] ?? name)
    expect(throttles.length).toBeGreaterThan(25)
    expect(throttles.filter((name) => !listed.has(name))).toEqual([])
  })
})
