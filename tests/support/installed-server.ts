/** What `npm run build` makes, started as `npm run serve` and `npm run plat` start it, on an empty data directory. The pages are built before. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildServer, ROOT } from '#demo/build-pages.ts'
import { scripts } from '../../package.json' with { type: 'json' }
import { type NodeProcess, startNodeProcess } from './node-process.ts'
import { onThisMachine } from './run-folder.ts'

export interface InstalledServer extends NodeProcess {
  readonly dataDir: string
  stop(): Promise<void>
}

/** Without `node` itself, which is the one that runs the test. */
const SERVE = scripts.serve.split(' ').slice(1)
const PLAT = scripts.plat.split(' ').slice(1)

export const INSTALLED_ENV = {
  PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
  CAPTCHA_DRIVER: 'none',
  LOG_LEVEL: 'info',
}

/** `plat` on the installation; resolves with its JSON. `input` is its standard input, e.g. a password. */
export type Plat = (args: readonly string[], input?: string) => Record<string, unknown>

/** `prepare` runs before the server starts: an embedded database admits one process at a time. */
export async function startInstalledServer(
  env: Record<string, string> = {},
  prepare?: (plat: Plat) => void,
): Promise<InstalledServer> {
  await buildServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'plat-installed-'))
  const settings = { ...INSTALLED_ENV, PLAT_DATA: dataDir, ...env }
  prepare?.((args, input = '') => runPlat(args, input, settings))
  const node = await startNodeProcess(settings, { program: SERVE, hasPages: true })
  return {
    ...node,
    // Its own name: pages under another one of this machine are redirected there.
    url: `http://localhost:${node.port}`,
    dataDir,
    async stop() {
      await node.kill()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function runPlat(
  args: readonly string[],
  input: string,
  env: Record<string, string>,
): Record<string, unknown> {
  const surroundings = { PATH: process.env.PATH, HOME: process.env.HOME, ...onThisMachine(), ...env }
  const options = { cwd: ROOT, env: surroundings, input, encoding: 'utf8' } as const
  return JSON.parse(execFileSync(process.execPath, [...PLAT, ...args, '--json'], options))
}
