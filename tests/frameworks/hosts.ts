/** The host pages of tests/peers/frameworks, built in dist/frameworks with the frameworks' own tools around the guide's own files. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installApart } from '#tests/support/install-apart.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const HERE = join(ROOT, 'tests/peers/frameworks')
const PLACE = join(ROOT, 'dist/frameworks')
const inPackages = (...path: string[]) => join(PLACE, 'node_modules', ...path)

export interface Host {
  /** Its folder below `tests/peers/frameworks/hosts`. */
  folder: string
  /** The guide's files that it is made of, besides `settings.ts`. */
  files: readonly string[]
  /** Where those belong. */
  sources: string
  /** The program that builds it, with its arguments. */
  build: readonly string[]
  env?: Readonly<Record<string, string>>
  /** The folder that the build leaves. */
  out: string
}

const VITE = {
  sources: '',
  build: ['vite/bin/vite.js', 'build', '--logLevel', 'error'],
  out: 'dist',
} as const
const REACT = { ...VITE, folder: 'react' } as const

export const HOSTS: readonly [name: string, host: Host][] = [
  ['React 19', { ...REACT, files: ['messages.tsx'] }],
  ['React 18', { ...REACT, files: ['messages.tsx'], env: { REACT: '-18' } }],
  ['React 19 with the bare tag', { ...REACT, files: ['bare-tag.tsx'], env: { GUIDE: 'bare-tag.tsx' } }],
  [
    'React 19, loaded later',
    { ...REACT, files: ['lazy-messages.tsx', 'messages.tsx'], env: { GUIDE: 'lazy-messages.tsx' } },
  ],
  ['Vue', { ...VITE, folder: 'vue', files: ['Messages.vue', 'vite.config.js'] }],
  ['Svelte', { ...VITE, folder: 'svelte', files: ['Messages.svelte'] }],
  [
    'Angular',
    {
      folder: 'angular',
      files: ['messages.component.ts'],
      sources: '',
      out: 'dist',
      build: ['@angular/cli/bin/ng.js', 'build'],
      env: { NG_CLI_ANALYTICS: 'false' },
    },
  ],
  [
    'Next',
    {
      folder: 'next',
      files: ['messages.tsx'],
      sources: 'app',
      out: 'out',
      build: ['next/dist/bin/next', 'build'],
      env: { NEXT_TELEMETRY_DISABLED: '1' },
    },
  ],
]

/** Installs what the lock file says when it is not there yet, and the messenger's package as it is now. */
export function installFrameworks(): void {
  // `npm ci` asks for the programs of every other system too, which not every registry has. Two Reacts in one folder are what
  // the pages want, and not what the second one's peers allow.
  installApart(HERE, PLACE, 'install')
  installMessenger()
}

/** Packed and unpacked, as npm would do, so that what is not in the package is not there. */
function installMessenger(): void {
  const built = join(PLACE, 'built')
  const vite = [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '-c', 'vite.widget.config.ts']
  const env = { ...process.env, NODE_ENV: 'production', PLAT_NPM_OUT: built }
  execFileSync(process.execPath, [...vite, '--mode', 'npm'], { cwd: ROOT, env, stdio: 'pipe' })
  const [packed = ''] = execFileSync('npm', ['pack', '--silent', '--pack-destination', PLACE], { cwd: built })
    .toString()
    .trim()
    .split('\n')
  const home = inPackages('plat-messenger')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  execFileSync('tar', ['xzf', join(PLACE, packed), '-C', home, '--strip-components=1'])
}

/** Builds a host anew and returns the folder to be served. Throws with what the tool said when it fails. */
export function buildHost(host: Host, guide: ReadonlyMap<string, string>): string {
  const { folder, files, sources, build, env = {}, out } = host
  const home = join(PLACE, folder)
  rmSync(home, { recursive: true, force: true })
  cpSync(join(HERE, 'hosts', folder), home, { recursive: true })
  for (const name of ['settings.ts', ...files]) {
    const text = guide.get(name)
    if (text === undefined) throw new Error(`docs/embedding.md has no ${name}`)
    writeFileSync(join(home, name.includes('.config.') ? '' : sources, name), text)
  }
  const [program = '', ...args] = build
  // A test runner's own NODE_ENV would make these builds for development.
  const own = { ...process.env, NODE_ENV: 'production', CI: 'true', ...env }
  execFileSync(process.execPath, [inPackages(program), ...args], { cwd: home, env: own, stdio: 'pipe' })
  return join(home, out)
}
