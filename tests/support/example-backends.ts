/** The backends of docs/examples, each in a separate process. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { answering } from './answering.ts'
import { freePort } from './free-port.ts'
import { laravelApp } from './laravel-app.ts'
import { onThisMachine } from './run-folder.ts'

const EXPRESS = fileURLToPath(new URL('../../docs/examples/express', import.meta.url))

export interface ExampleBackend {
  readonly url: string
  stop(): Promise<void>
}

export interface ExampleSettings {
  readonly customerToken: string
  readonly sellerToken: string
  /** Of a page that may call it. */
  readonly pageOrigin: string
  readonly realtime: { appId: string; key: string; secret: string; port: number }
}

const envOf = ({ customerToken, sellerToken, pageOrigin, realtime }: ExampleSettings) => ({
  PATH: process.env.PATH,
  CUSTOMER_TOKEN: customerToken,
  SELLER_TOKEN: sellerToken,
  PAGE_ORIGINS: pageOrigin,
  PUSHER_APP_ID: realtime.appId,
  PUSHER_APP_KEY: realtime.key,
  PUSHER_APP_SECRET: realtime.secret,
  PUSHER_SCHEME: 'http',
  PUSHER_HOST: '127.0.0.1',
  PUSHER_PORT: String(realtime.port),
})

export async function startExpress(settings: ExampleSettings): Promise<ExampleBackend> {
  const port = await freePort()
  const env = { ...envOf(settings), ...onThisMachine(), PORT: String(port) }
  return started(port, [process.execPath, ['server.js']], { cwd: EXPRESS, env })
}

export async function startLaravel(settings: ExampleSettings): Promise<ExampleBackend> {
  const folder = await mkdtemp(join(tmpdir(), 'plat-laravel-'))
  const app = await laravelApp(folder)
  const env = { ...envOf(settings), ...app.env, PHP_CLI_SERVER_WORKERS: '3' }
  const artisan = (...args: string[]) =>
    promisify(execFile)('php', [app.program, ...args, '--force'], { env })
  await artisan('migrate')
  await artisan('db:seed', '--class=Messenger\\MessengerSeeder')
  const port = await freePort()
  const backend = await started(port, ['php', ['-S', `127.0.0.1:${port}`, app.program]], {
    cwd: folder,
    env,
  })
  return {
    ...backend,
    async stop() {
      await backend.stop()
      await rm(folder, { recursive: true })
    },
  }
}

async function started(
  port: number,
  [program, args]: [program: string, args: string[]],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<ExampleBackend> {
  // In a process group, because the workers of `php -S` outlive their parent.
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  await once(child, 'spawn')
  const url = `http://127.0.0.1:${port}`
  const headers = { accept: 'application/json', authorization: `Bearer ${env.CUSTOMER_TOKEN}` }
  await answering(
    `${url}/customer/api/auth/user`,
    () => (child.exitCode === null ? null : `${program} ended with ${child.exitCode}: ${output}`),
    { headers },
  )
  return {
    url,
    async stop() {
      if (child.exitCode !== null || child.pid === undefined) return
      const gone = once(child, 'exit')
      process.kill(-child.pid)
      await gone
    },
  }
}
