/** One production server as a process of its own, the way several of them run side by side: the compiled server on a shared database. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildServer, ROOT } from '#demo/build-pages.ts'
import { answering } from './answering.ts'
import { freePort } from './free-port.ts'
import { onThisMachine } from './run-folder.ts'

/** From the root of the project. It starts in a fifth of the time that the sources take. */
export const COMPILED = 'dist/server/main.js'

/** Once in a process: it reads all sources. */
let building: Promise<void> | undefined

export interface NodeProcess {
  readonly port: number
  readonly url: string
  readonly pid: number
  /** What it has written until now. */
  said(): string
  /** How it ended and what it said; null while it runs. */
  ended(): string | null
  /** Ends it as a crash or a lost machine would. */
  kill(): Promise<void>
}

interface Start {
  port?: number
  /** The arguments of Node. */
  program?: readonly string[]
  /** With the built pages; without them by default, and then they need not be built. */
  hasPages?: boolean
}

/** Starts it, healthy or not. `env` as an operator would set it; the port is chosen here unless one is given. */
export async function spawnServer(
  env: Record<string, string>,
  { port, program = [COMPILED], hasPages = false }: Start = {},
) {
  building ??= buildServer()
  await building
  const own = port ?? (await freePort())
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...onThisMachine(),
      HOST: '127.0.0.1',
      PORT: String(own),
      ...(hasPages ? {} : { PAGES_DIR: join(ROOT, 'tests') }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, port: own }
}

/** Resolves when it is healthy and has its places in memory. */
export async function startNodeProcess(env: Record<string, string>, start: Start = {}): Promise<NodeProcess> {
  const { child, port } = await spawnServer({ LOG_LEVEL: 'error', ...env }, start)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const url = `http://127.0.0.1:${port}`
  const ended = () => (child.exitCode === null ? null : `The server ended with ${child.exitCode}:\n${output}`)
  await answering(`${url}/healthz`, ended)
  // It has just begun to read the gazetteer, and answers slowly until it has.
  await answering(`${url}/customer/api/geo/locations?q=Waco`, ended)
  return { port, url, pid: child.pid ?? 0, said: () => output, ended, kill: () => kill(child) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
