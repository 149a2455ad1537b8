/** The server as it is installed: compiled beside the built pages, on an empty data directory of its own. Needs what `npm run build` writes. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#demo/build-pages.ts'
import { compileCommand, compileServer } from './compile-server.ts'
import { type NodeProcess, startNodeProcess } from './node-process.ts'
import { onThisMachine } from './run-folder.ts'

export interface InstalledServer extends NodeProcess {
  readonly dataDir: string
  stop(): Promise<void>
}

/** Folders of this worker: another one may be compiling meanwhile, which empties the folder first. */
const WORKER = process.env.VITEST_POOL_ID ?? '0'
const SERVER = `dist/server-${WORKER}`
const COMMAND = `dist/command-${WORKER}`

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
  compileServer(SERVER)
  const dataDir = await mkdtemp(join(tmpdir(), 'plat-installed-'))
  if (prepare) {
    compileCommand(COMMAND)
    prepare((args, input = '') => runPlat(args, input, { ...INSTALLED_ENV, PLAT_DATA: dataDir, ...env }))
  }
  const node = await startNodeProcess(
    { ...INSTALLED_ENV, PLAT_DATA: dataDir, ...env },
    { program: [`${SERVER}/main.js`] },
  )
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
  return JSON.parse(execFileSync(process.execPath, [`${COMMAND}/plat.js`, ...args, '--json'], options))
}
