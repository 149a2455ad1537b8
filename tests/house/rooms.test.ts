/** The drawing of the rooms as a gate: who may import whom, which packages belong to which room, how long a file may be. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Each room with the rooms it may import besides itself. `*` is every room; a path with an extension is a single door. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'shared/contract': [],
  'shared/rules': ['shared/contract', 'shared/format/money.ts', 'shared/format/currency.ts'],
  'shared/format': ['shared/contract/limits.ts', 'shared/lib'],
  'shared/lib': ['shared/contract/limits.ts'],
  'shared/api': ['shared/contract', 'shared/lib'],
  'shared/realtime': ['shared/contract', 'shared/lib'],
  'shared/ui': ['shared/format', 'shared/lib', 'shared/contract/limits.ts', 'shared/contract/brand.ts'],
  // A conversation as the messenger and the seller app show it.
  'shared/thread': [
    'shared/contract',
    'shared/rules',
    'shared/format',
    'shared/lib',
    'shared/api',
    'shared/realtime',
    'shared/ui',
  ],
  'widget/chat': [
    'shared/thread',
    'shared/contract',
    'shared/rules',
    'shared/format',
    'shared/lib',
    'shared/api',
    'shared/realtime',
  ],
  widget: ['shared', 'widget/chat'],
  'marketplace/kit': ['shared', 'widget/index.ts'],
  'marketplace/buyer': ['shared', 'widget/index.ts', 'marketplace/kit'],
  'marketplace/seller': ['shared', 'widget/index.ts', 'marketplace/kit'],
  'marketplace/admin': ['shared', 'marketplace/kit'],
  server: ['shared/contract', 'shared/rules', 'shared/format'],
  demo: ['*'],
  tests: ['*'],
}

/** Groups of the server in their order. What lies beside them in `server/` puts them together and may import all. */
const SERVER_GROUPS = [
  'core',
  'providers',
  'notifications',
  'accounts',
  'site',
  'messaging',
  'payments',
  'deals',
  'offers',
  'sellers',
  'matching',
  'outreach',
  'admin',
]

/** Packages that only the named rooms may use. A room not listed for a package must do without it. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  ky: ['shared/api', 'tests'],
  'laravel-echo': ['shared/realtime', 'tests'],
  'pusher-js': ['shared/realtime', 'tests'],
  react: ['shared/ui', 'shared/thread', 'widget', 'marketplace', 'tests'],
  'react-dom': ['widget', 'marketplace', 'tests'],
  'react-virtuoso': ['widget', 'marketplace', 'tests'],
  '@r2wc/react-to-web-component': ['widget'],
  wouter: ['marketplace', 'tests'],
  fastify: ['server', 'demo', 'tests'],
  kysely: ['server', 'demo', 'tests'],
  pg: ['server', 'tests'],
  ws: ['server', 'tests'],
  '@hyzyla/pdfium': ['server', 'tests'],
  '@electric-sql/pglite': ['server', 'demo', 'tests'],
  '@base-ui/react': ['marketplace'],
  papaparse: ['shared/rules', 'shared/format', 'tests'],
  'openid-client': ['server'],
  'rate-limiter-flexible': ['server'],
}

const CODE = /\.(ts|tsx|mts|js|mjs|css)$/
const IMPORT =
  /(?:^|[\s;}])(?:import|export)(?:[\s\w{},*$]*?\sfrom)?\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g
/** A worker, or a program that is started by its address. */
const ADDRESS = /new URL\(\s*['"](\.[^'"]+)['"]/g

/** React, and what would pull it in. */
const REACT = /^(react|react-dom|react-virtuoso|lucide-react|@preact\/signals-react)(\/|$)/

interface Found {
  file: string
  lines: number
  imports: string[]
  /** Files that it starts or reads by their address. */
  addresses: string[]
}

const files = [
  ...walk('shared'),
  ...walk('widget'),
  ...walk('marketplace'),
  ...walk('server'),
  ...walk('demo'),
  ...walk('tests'),
]

describe('rooms', () => {
  it('every file imports only what its room may import', () => {
    const wrong = files.flatMap(({ file, imports }) =>
      imports
        .map((target) => resolve(file, target))
        .filter((target) => target && !mayImport(file, target))
        .map((target) => `${file} -> ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('every package stays in the rooms it belongs to', () => {
    const wrong = files.flatMap(({ file, imports }) =>
      imports
        .map(packageOf)
        .filter((name) => name in PACKAGES && !PACKAGES[name]?.some((room) => file.startsWith(`${room}/`)))
        .map((name) => `${file} uses ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('a server group imports itself and the groups before it', () => {
    const place = (path: string) => SERVER_GROUPS.indexOf(path.split('/')[1] ?? '')
    const inGroups = files.filter(({ file }) => file.startsWith('server/') && place(file) >= 0)
    expect(new Set(inGroups.map(({ file }) => place(file))).size).toBe(SERVER_GROUPS.length)
    const wrong = inGroups.flatMap(({ file, imports }) =>
      imports
        .map((target) => resolve(file, target) ?? '')
        .filter((target) => target.startsWith('server/'))
        .filter((target) => place(target) < 0 || place(target) > place(file))
        .map((target) => `${file} -> ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('no circle of imports, types included', () => {
    const ways = new Map(
      files
        .filter(({ file }) => !file.startsWith('tests/peers/'))
        .map(({ file, imports, addresses }) => [
          file,
          [...imports, ...addresses].map((target) => resolve(file, target) ?? ''),
        ]),
    )
    expect(circlesOf(ways)).toEqual([])
  })

  it('features of the marketplace do not import each other', () => {
    const feature = (path: string) => /^marketplace\/buyer\/features\/([^/]+)\//.exec(path)?.[1]
    const wrong = files.flatMap(({ file, imports }) =>
      imports
        .map((target) => resolve(file, target))
        .filter((target) => target && feature(file) && feature(target) && feature(file) !== feature(target))
        .map((target) => `${file} -> ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('the chat store knows neither React nor the DOM', () => {
    const chat = files.filter(({ file }) => file.startsWith('widget/chat/'))
    expect(chat.length).toBeGreaterThan(5)
    for (const { file, imports } of chat) {
      expect(
        imports.filter((target) => REACT.test(target)),
        file,
      ).toEqual([])
      const code = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      expect(/\b(document|window|HTMLElement|customElements)\b\s*[.(]/.exec(code)?.[0], file).toBeUndefined()
    }
  })

  it('a file is at most 300 lines long, a test 400', () => {
    const long = files
      .filter(
        ({ file, lines }) => /\.(ts|tsx)$/.test(file) && lines > (file.startsWith('tests/') ? 400 : 300),
      )
      .map(({ file, lines }) => `${file} has ${lines} lines`)
    expect(long).toEqual([])
  })

  it('no spread of a literal: its members are written where they belong', () => {
    const found = files
      .filter(({ file }) => /\.(ts|tsx)$/.test(file))
      .flatMap(({ file }) => {
        const text = readFileSync(join(ROOT, file), 'utf8')
        return literalSpreads(file, text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))
      })
    expect(found).toEqual([])
  })

  it('each room has a README', () => {
    const rooms = ['shared', 'widget', 'marketplace', 'server', 'demo', 'tests']
    const missing = rooms.filter((room) => !readdirSync(join(ROOT, room)).includes('README.md'))
    expect(missing).toEqual([])
  })
})

function walk(folder: string): Found[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return path === 'demo/hosts' || entry.name === 'node_modules' ? [] : walk(path)
    if (!CODE.test(entry.name)) return []
    const text = readFileSync(join(ROOT, path), 'utf8')
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '')
    const imports = [...code.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '')
    const addresses = [...code.matchAll(ADDRESS)].map((match) => match[1] ?? '')
    return [{ file: path, lines: text.split('\n').length, imports, addresses }]
  })
}

/** Imports within circles: takes files away that import none of the others, or that none of the others imports, until all are taken. */
function circlesOf(ways: Map<string, string[]>): string[] {
  const left = new Map(ways)
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const [file, targets] of left) if (!targets.some((target) => left.has(target))) left.delete(file)
    const imported = new Set([...left.values()].flat())
    for (const file of left.keys()) if (!imported.has(file)) left.delete(file)
  }
  return [...left].flatMap(([file, targets]) =>
    targets.filter((target) => left.has(target)).map((target) => `${file} -> ${target}`),
  )
}

/** `...{ a, b }` and `...[a, b]`, in JSX too; not `...(isTrue ? { a } : {})`, `...[a, b].map(f)` or `(...[a, b]: Pair)`. */
function literalSpreads(file: string, code: string): string[] {
  // An event with a colon in its name has to be spread in JSX: `{...{ 'onplat-messenger:unread': … }}`.
  return [...code.matchAll(/\.\.\.\s*([{[])(?!\s*'on[\w-]+:)/g)].flatMap((match) => {
    const open = match.index + match[0].length - 1
    const next = match[1] === '{' ? '' : (/\S/.exec(code.slice(endOfBrackets(code, open)))?.[0] ?? '')
    return '.[:?'.includes(next) && next !== '' ? [] : [`${file}: ${code.slice(match.index, open + 40)}`]
  })
}

/** The place after the bracket that closes the one at `open`. */
function endOfBrackets(code: string, open: number): number {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    if ('[{('.includes(code[at] ?? '')) depth++
    else if (']})'.includes(code[at] ?? '') && --depth === 0) return at + 1
  }
  return code.length
}

/** The project path an import leads to, or null for a package. */
function resolve(file: string, target: string): string | null {
  const bare = target.replace(/\?.*$/, '')
  if (bare.startsWith('#')) return bare.slice(1)
  if (bare.startsWith('.')) return relative(ROOT, join(ROOT, dirname(file), bare))
  return null
}

function mayImport(file: string, target: string): boolean {
  const room = roomOf(file)
  if (target === 'package.json' || !target.includes('/'))
    return !['shared', 'widget', 'marketplace'].includes(room.split('/')[0] ?? '')
  if (target.startsWith(`${room}/`)) return true
  return (ROOMS[room] ?? []).some(
    (allowed) => allowed === '*' || target === allowed || target.startsWith(`${allowed}/`),
  )
}

/** The most specific room a path lies in. */
function roomOf(path: string): string {
  const rooms = Object.keys(ROOMS).filter((room) => path.startsWith(`${room}/`))
  return rooms.sort((a, b) => b.length - a.length)[0] ?? 'nowhere'
}

function packageOf(target: string): string {
  const parts = target.split('/')
  return target.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}
