/** What a running installation takes of the machine's memory, as a user starts it, and which part takes how much. */
import { buildServer } from '#demo/build-pages.ts'
import { startNodeProcess } from '#tests/support/node-process.ts'
import { startCommand, temporaryDirectory } from '#tests/support/start-command.ts'
import { scripts } from '../../package.json' with { type: 'json' }
import { startChild } from './child.ts'
import type { Step } from './memory-child.ts'
import { startPostgres } from './postgres.ts'
import { settledMegabytes } from './process-memory.ts'
import { ms, publish, times } from './report.ts'

const GOALS_MB = { production: 250, embedded: 300, demo: 550 } as const
const STEPS = {
  node: 'Node with the TypeScript loader',
  modules: 'the server’s modules',
  database: 'the database, migrated',
  server: 'routes, jobs, sockets; listening',
  places: 'the US places',
  deals: 'the list of deals',
} as const
const ENV = {
  PLAT_SECRET: '9f86d081884c7d659a2feaa0c55ad015',
  CAPTCHA_DRIVER: 'none',
  PUSHER_APP_KEY: 'bench',
}

export async function benchMemory(): Promise<void> {
  await buildServer()
  const directory = await temporaryDirectory()
  const empty = await temporaryDirectory()
  const postgres = startPostgres()
  try {
    const rows: string[][] = []
    const row = (name: string, megabytes: number, goal: number) =>
      rows.push([name, mb(megabytes), mb(goal), times(megabytes / goal)])
    row(
      '`npm start`, first, with the seeding of 57,120 deals',
      await ofDemo(['--data', directory.path]),
      GOALS_MB.demo,
    )
    row('`npm start`, second', await ofDemo(['--data', directory.path]), GOALS_MB.demo)
    row(
      '`npm run serve`, embedded database, empty',
      await ofNode({ PLAT_DATA: empty.path }),
      GOALS_MB.embedded,
    )
    if (postgres) {
      // The demo seeds what the production node then serves.
      await ofDemo(['--data', empty.path], { DATABASE_URL: postgres.url })
      row(
        '`npm run serve` on PostgreSQL, 57,120 deals, list and places loaded',
        await ofNode({ DATABASE_URL: postgres.url }),
        GOALS_MB.production,
      )
    }
    publish({
      id: 'memory',
      title: 'Memory',
      command: 'npm run bench -- memory',
      note: 'Proportional set size of the process and its children after it has settled, without a forced garbage collection. Before that, each process served its page, a place and the whole list of deals. Run it where no other Node process runs: pages that it would share count only in part.',
      head: ['Process', 'Memory', 'Goal', 'vs. goal'],
      rows,
    })
    await reportParts(postgres?.url)
  } finally {
    await Promise.all([directory.remove(), empty.remove()])
    postgres?.stop()
  }
}

async function ofDemo(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const command = startCommand(['--port', '0', ...args], env, scriptOf('start'))
  await ask(await command.ready)
  const found = await settledMegabytes(command.pid)
  command.kill('SIGTERM')
  await command.exited
  return found
}

async function ofNode(env: Record<string, string>): Promise<number> {
  const node = await startNodeProcess({ ...ENV, ...env }, { program: scriptOf('serve'), hasPages: true })
  await ask(node.url)
  const found = await settledMegabytes(node.pid)
  await node.kill()
  return found
}

/** What Node is given by a script of package.json. */
const scriptOf = (name: 'start' | 'serve') => scripts[name].split(' ').slice(1)

async function ask(url: string): Promise<void> {
  for (const path of ['/', '/customer/api/geo/locations?q=Waco', '/customer/api/properties'])
    await (await fetch(new URL(path, url))).arrayBuffer()
}

async function reportParts(url: string | undefined): Promise<void> {
  const embedded = await stepsOf(undefined)
  const postgres = url ? await stepsOf(url) : null
  publish({
    id: 'memory-parts',
    title: 'Memory by part',
    command: 'npm run bench -- memory',
    note: 'A production server assembled step by step, with a garbage collection after each step: the total memory, what the step added, and how long it took. The embedded database is empty. PostgreSQL has 57,120 deals.',
    head: ['Step', 'Embedded', 'added', 'took', 'PostgreSQL', 'added', 'took'],
    rows: Object.values(STEPS).map((what, at) => [
      what,
      ...cells(embedded, at),
      ...(postgres ? cells(postgres, at) : ['', '', '']),
    ]),
  })
}

async function stepsOf(url: string | undefined): Promise<Step[]> {
  const child = startChild('memory-child.ts')
  const steps: Step[] = []
  for (const name of Object.keys(STEPS))
    steps.push(await child.ask<Step>('step', { name, ...(url ? { url } : {}) }))
  await child.stop()
  return steps
}

const cells = (steps: readonly Step[], at: number): string[] => {
  const { megabytes = Number.NaN, milliseconds = Number.NaN } = steps[at] ?? {}
  return [mb(megabytes), mb(megabytes - (steps[at - 1]?.megabytes ?? 0)), ms(milliseconds)]
}

const mb = (value: number) => `${value.toFixed(0)} MB`
