/** How long `/healthz` takes while one address floods the realtime server, compared with normal load. */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNodeProcess } from '#tests/support/node-process.ts'
import { startChild } from './child.ts'
import type { Flood } from './flood-client.ts'
import { ms, publish, quantile, times } from './report.ts'
import { BENCH_APP } from './sockets-words.ts'

const FLOOD_MS = 5000
/** No answer counts as one that took this long. */
const PATIENCE_MS = 5000
const GOAL_MS = 50
const KINDS: readonly Flood[] = ['frames', 'subscriptions', 'control frames', 'openings']

export async function benchFlood(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-flood-'))
  const env = {
    PLAT_DATA: dataDir,
    PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
    PUSHER_APP_KEY: BENCH_APP.key,
  }
  const server = await startNodeProcess(env)
  const client = startChild('./flood-client.ts')
  try {
    await askFor(server.port, 1000)
    const rows = [row('Nothing', await askFor(server.port, FLOOD_MS))]
    for (const kind of KINDS) {
      await client.ask('start', { port: server.port, kind })
      rows.push(row(kind, await askFor(server.port, FLOOD_MS)))
      await client.ask('stop')
    }
    report(rows)
  } finally {
    await client.stop()
    await server.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const row = (what: string, taken: readonly number[]) => [
  what,
  ms(quantile(taken, 0.5)),
  ms(quantile(taken, 0.99)),
  times(quantile(taken, 0.99) / GOAL_MS),
]

/** Milliseconds of each answer. */
async function askFor(port: number, durationMs: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const taken: number[] = []
  for (const endMs = performance.now() + durationMs; performance.now() < endMs; ) {
    const fromMs = performance.now()
    await new Promise<void>((resolve) => {
      const options = { host: '127.0.0.1', port, path: '/healthz', agent, timeout: PATIENCE_MS }
      const asked = get(options, (answer) => {
        answer.resume()
        answer.on('end', resolve)
      })
      asked.on('timeout', () => asked.destroy())
      asked.on('error', () => resolve())
    })
    taken.push(performance.now() - fromMs)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  agent.destroy()
  return taken
}

function report(rows: string[][]): void {
  publish({
    id: 'flood',
    title: 'Health while one address floods',
    command: 'npm run bench -- flood',
    note: `The production server with its own limits and a client with 300 connections from one address, as two processes on one machine. Each connection sends as fast as it can and reconnects at once when the server closes it. “Openings” are upgrade requests with nothing after them. Meanwhile \`GET /healthz\` is called repeatedly. The goal is ${GOAL_MS} ms.`,
    head: ['Flood of', 'p50', 'p99', 'p99 vs. goal'],
    rows,
  })
}
