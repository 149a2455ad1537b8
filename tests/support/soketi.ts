/** soketi, a Pusher-compatible server of others, as a process: what its own users run, started with one app's credentials. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Credentials } from '#server/core/realtime/settings.ts'
import { answering } from './answering.ts'
import { freePort } from './free-port.ts'

const FOLDER = fileURLToPath(new URL('../peers/soketi/', import.meta.url))
const PROGRAM = `${FOLDER}node_modules/@soketi/soketi/bin/server.js`

export interface Soketi {
  readonly port: number
  /** Ends it as a crash would. */
  kill(): Promise<void>
  /** Another process on the same port. */
  start(): Promise<void>
}

/** Rejects when it is not installed, or does not answer in time. */
export async function startSoketi(app: Credentials): Promise<Soketi> {
  if (!existsSync(PROGRAM)) throw new Error('soketi is not installed: npm ci --prefix tests/peers/soketi')
  const port = await freePort()
  let running = await run(app, port)
  return {
    port,
    async kill() {
      if (running.exitCode !== null || running.signalCode !== null) return
      const gone = once(running, 'exit')
      running.kill('SIGKILL')
      await gone
    },
    async start() {
      running = await run(app, port)
    },
  }
}

async function run(app: Credentials, port: number) {
  const child = spawn(process.execPath, [PROGRAM, 'start'], {
    cwd: FOLDER,
    env: {
      PATH: process.env.PATH,
      SOKETI_HOST: '127.0.0.1',
      SOKETI_PORT: String(port),
      SOKETI_METRICS_ENABLED: 'false',
      SOKETI_DEFAULT_APP_ID: app.appId,
      SOKETI_DEFAULT_APP_KEY: app.key,
      SOKETI_DEFAULT_APP_SECRET: app.secret,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  await answering(`http://127.0.0.1:${port}/ready`, () =>
    child.exitCode === null ? null : `soketi ended with ${child.exitCode}:\n${output}`,
  )
  return child
}
