/** The backends of docs/examples, each as a process of its own, started as docs/backend.md says. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { answering } from './answering.ts'
import { freePort } from './free-port.ts'
import { onThisMachine } from './run-folder.ts'

const EXAMPLES = fileURLToPath(new URL('../../docs/examples/', import.meta.url))

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

export async function startExpress(settings: ExampleSettings): Promise<ExampleBackend> {
  const port = await freePort()
  const env = { ...envOf(settings), PORT: String(port) }
  return started(port, settings, [process.execPath, ['server.js'], `${EXAMPLES}express`, env])
}

const envOf = ({ customerToken, sellerToken, pageOrigin, realtime }: ExampleSettings) => ({
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

type Command = [program: string, args: string[], cwd: string, env: Record<string, string>]

async function started(
  port: number,
  { customerToken }: ExampleSettings,
  [program, args, cwd, env]: Command,
): Promise<ExampleBackend> {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...onThisMachine(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  child.on('error', (error) => {
    output += error.message
  })
  const url = `http://127.0.0.1:${port}`
  const ended = () =>
    child.pid === undefined || child.exitCode !== null ? `${program} did not start: ${output}` : null
  await answering(`${url}/customer/api/auth/user`, ended, {
    headers: { accept: 'application/json', authorization: `Bearer ${customerToken}` },
  })
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
