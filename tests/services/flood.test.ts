/** One address floods a server process with all it has: it is sent away, and the server still says how it is. `bench -- flood` measures how soon. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Child, startChild } from '#tests/bench/child.ts'
import type { Flood } from '#tests/bench/flood-client.ts'
import { BENCH_APP } from '#tests/bench/sockets-words.ts'
import { type NodeProcess, startNodeProcess } from '#tests/support/node-process.ts'

let folder: string
let node: NodeProcess
let attacker: Child
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-flood-'))
  const secret = '9f86d081884c7d659a2feaa0c55ad015'
  node = await startNodeProcess({ PLAT_DATA: folder, PLAT_SECRET: secret, PUSHER_APP_KEY: BENCH_APP.key })
  attacker = startChild('./flood-client.ts')
}, 300_000)
afterAll(async () => {
  await attacker?.stop()
  await node?.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** What each is sent away for. */
const FLOODS: readonly [kind: Flood, reason: string][] = [
  ['frames', 'frames'],
  ['subscriptions', 'frames'],
  ['control frames', 'frames'],
  ['openings', 'openings'],
]

test.each(FLOODS)(
  'a flood of %s is sent away, and health is answered meanwhile',
  async (kind, reason) => {
    const before = await refused(reason)
    await attacker.ask('start', { port: node.port, kind })
    try {
      await expect.poll(() => refused(reason), { timeout: 30_000 }).toBeGreaterThan(before + REFUSED_MIN)
      expect((await fetch(`${node.url}/healthz`)).status).toBe(200)
    } finally {
      await attacker.ask('stop')
    }
  },
  60_000,
)

const REFUSED_MIN = 30

async function refused(reason: string): Promise<number> {
  const text = await (await fetch(`${node.url}/metrics`)).text()
  return Number(
    new RegExp(`^plat_realtime_refused_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
  )
}
