/** A private Redis for one benchmark run, when there is one on this machine; keeps nothing. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#tests/support/free-port.ts'

const PROGRAM = 'redis-server'

export interface PrivateRedis {
  url: string
  stop(): Promise<void>
}

/** Null when there is no Redis on this machine. */
export async function startRedis(): Promise<PrivateRedis | null> {
  if (spawnSync(PROGRAM, ['--version']).status !== 0) return null
  const port = await freePort()
  const child = spawn(PROGRAM, ['--port', String(port), '--save', '', '--appendonly', 'no'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  for await (const chunk of child.stdout) if (String(chunk).includes('Ready to accept')) break
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}
