/**
 * `npm start` from nothing to its first page, as a user waits for it: from the command to the marketplace's page in hand. On an
 * empty data directory with and without what was built before, and again on the same directory.
 */
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '#demo/build-pages.ts'
import { freePort } from '#tests/support/free-port.ts'
import { temporaryDirectory } from '#tests/support/start-command.ts'
import { treeSeconds } from './process-memory.ts'
import { publish, times } from './report.ts'

/** Seconds until the first page. */
const GOALS = { clean: 30, first: 12, second: 3 } as const
const ROUNDS = 2
const LOOK_MS = 25

interface Start {
  seconds: number
  /** Of the processor, by all processes of the command. */
  worked: number
}

export async function benchStart(): Promise<void> {
  const directory = await temporaryDirectory()
  try {
    for (const built of ['app', 'seller', 'admin', 'start', 'widget', '.stamp'])
      await rm(join(ROOT, 'dist', built), { recursive: true, force: true })
    const clean = await started(join(directory.path, 'clean'))
    const firsts: Start[] = []
    for (let round = 0; round < ROUNDS; round++) firsts.push(await started(join(directory.path, `${round}`)))
    const seconds: Start[] = []
    for (let round = 0; round < ROUNDS; round++) seconds.push(await started(join(directory.path, `${round}`)))
    publish({
      id: 'start',
      title: 'Start',
      command: 'npm run bench -- start',
      note: `Time from \`npm start\` until the marketplace’s page is received, on the embedded database with 57,120 deals. Each time is the shortest of ${ROUNDS} runs; the clean clone was run once. CPU time includes all processes and builds, so it hardly depends on other programs on the machine.`,
      head: ['Run', 'First page', 'Goal', 'vs. goal', 'CPU time'],
      rows: [
        row('first, in a clean clone, with all builds', [clean], GOALS.clean),
        row('first, empty data directory', firsts, GOALS.first),
        row('second, same data directory', seconds, GOALS.second),
      ],
    })
  } finally {
    await directory.remove()
  }
}

function row(name: string, starts: readonly Start[], goal: number): string[] {
  const least = Math.min(...starts.map(({ seconds }) => seconds))
  const worked = Math.min(...starts.map((start) => start.worked))
  return [name, `${least.toFixed(1)} s`, `${goal} s`, times(least / goal), `${worked.toFixed(1)} s`]
}

async function started(data: string): Promise<Start> {
  const port = await freePort()
  const startedAt = performance.now()
  const command = spawn('npm', ['start', '--', '--port', String(port), '--data', data], {
    cwd: ROOT,
    stdio: 'ignore',
    detached: true,
  })
  const pid = command.pid ?? 0
  const url = `http://127.0.0.1:${port}/`
  let page: Response | null = null
  while (!page) {
    page = await fetch(url).catch(() => null)
    if (command.exitCode !== null) throw new Error(`npm start ended with ${command.exitCode}.`)
    if (!page) await pause(LOOK_MS)
  }
  await page.text()
  const start = { seconds: (performance.now() - startedAt) / 1000, worked: treeSeconds(pid) }
  process.kill(-pid, 'SIGTERM')
  while (isRunning(-pid)) await pause(LOOK_MS)
  return start
}

/** npm itself ends before what it has started. */
function isRunning(group: number): boolean {
  try {
    return process.kill(group, 0)
  } catch {
    return false
  }
}
