import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabaseClock } from '#server/core/database/clock.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import type { Failure } from '#server/core/jobs/failed-work.ts'
import type { ScheduledJob } from '#server/core/jobs/job-schedule.ts'
import type { JobWatch } from '#server/core/jobs/job-watch.ts'
import { createJobs } from '#server/core/jobs/jobs.ts'
import { startScheduledJob } from '#server/core/jobs/scheduled-job.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A node that looks after the rule from when it listens until it is closed. */
const QUIET: Pick<JobWatch, 'failed' | 'due'> = { failed: () => {}, due: () => {} }

async function node(
  rule: ScheduledJob,
  {
    watch = QUIET,
    log = () => {},
    clock = database.clock,
  }: {
    watch?: typeof QUIET
    log?: (said: unknown) => void
    clock?: typeof database.clock
  } = {},
) {
  const app = Fastify()
  const jobs = createJobs({ database: { ...database, clock }, log: { error: log }, pollMs: 20, atOnce: 1 })
  startScheduledJob(app, { db: database.db, jobs, watch }, rule)
  app.addHook('onListen', () => jobs.start())
  app.addHook('onClose', () => jobs.stop())
  await app.listen({ port: 0 })
  return app
}

describe('a rule of the clock', () => {
  it('is done whenever it is due, by one of two nodes', async () => {
    let due = 0
    let done = 0
    const rule: ScheduledJob = {
      name: 'due',
      everyMs: 10,
      kinds: [],
      dueSince: async () => (due > 0 ? Date.now() : null),
      async run() {
        done += due
        due = 0
      },
    }
    const apps = [await node(rule), await node(rule)]
    due = 1
    await expect.poll(() => done).toBe(1)
    due = 2
    await expect.poll(() => done).toBe(3)
    await Promise.all(apps.map((app) => app.close()))
  })

  it('one that cannot tell is done once in its time, however many nodes there are', async () => {
    let done = 0
    const rule: ScheduledJob = { name: 'hourly', everyMs: 1000, kinds: [], run: async () => ++done }
    const apps = [await node(rule), await node(rule)]
    await expect.poll(() => done).toBeGreaterThan(1)
    await Promise.all(apps.map((app) => app.close()))
    const { rows } = await sql<{ slots: number; jobs: number }>`
      select count(distinct singleton_on)::int as slots, count(*)::int as jobs from jobs.job
      where singleton_key = 'hourly'`.execute(database.db)
    expect(rows[0]?.jobs).toBe(rows[0]?.slots)
  })

  it('that fails is tried again after a pause, listed meanwhile, and forgotten once it works', async () => {
    const failures: Failure[] = []
    let tries = 0
    const rule: ScheduledJob = {
      name: 'failing',
      everyMs: 10,
      kinds: [],
      dueSince: async () => (tries < 2 ? Date.now() : null),
      async run() {
        tries += 1
        if (tries === 1) throw new Error('the mail server is down')
      },
    }
    const app = await node(rule, { watch: { failed: (failure) => failures.push(failure), due: () => {} } })
    const listed = () =>
      database.db.selectFrom('failed_work').select(['kind', 'item', 'tries', 'error']).execute()
    await expect
      .poll(listed)
      .toEqual([{ kind: 'jobs', item: 'failing', tries: 1, error: 'the mail server is down' }])
    await expect.poll(() => failures.length).toBe(1)
    expect(tries).toBe(1)
    await database.db
      .updateTable('failed_work')
      .set({ next_try_at: new Date(0) })
      .execute()
    await expect.poll(() => tries).toBeGreaterThan(1)
    await expect.poll(listed).toEqual([])
    await app.close()
  })

  it('asks and works at the time of the database’s clock, whatever this machine’s says', async () => {
    const times = new Set<number>()
    const rule: ScheduledJob = {
      name: 'by-the-database',
      everyMs: 10,
      kinds: [],
      dueSince: async (nowMs) => {
        times.add(nowMs)
        return nowMs
      },
      run: async (nowMs) => times.add(nowMs),
    }
    const clock = createDatabaseClock()
    const yesterday = Date.now() - 86_400_000
    const frozen = { ...clock, now: () => yesterday }
    let done = 0
    const run = async (nowMs: number) => {
      done += 1
      return rule.run(nowMs, new AbortController().signal)
    }
    const app = await node({ ...rule, run }, { clock: frozen })
    await expect.poll(() => done).toBeGreaterThan(1)
    await app.close()
    expect([...times]).toEqual([yesterday])
  })

  it('is left to others by a node whose clock is not the database’s, which says so', async () => {
    const counted = () => {
      const count = { looks: 0, runs: 0 }
      const rule: ScheduledJob = {
        name: 'counted',
        everyMs: 10,
        kinds: [],
        dueSince: async () => ++count.looks,
        run: async () => ++count.runs,
      }
      return { count, rule }
    }
    const [wrong, right] = [counted(), counted()]
    const said: unknown[] = []
    const ahead = { now: () => Date.now(), offsetMs: () => 3 * 86_400_000 }
    const apps = [
      await node(wrong.rule, { log: (line) => said.push(line), clock: ahead }),
      await node(right.rule, { clock: { ...ahead, offsetMs: () => 2000 } }),
    ]
    await expect.poll(() => right.count.runs).toBeGreaterThan(4)
    await Promise.all(apps.map((app) => app.close()))
    expect(wrong.count).toEqual({ looks: 0, runs: 0 })
    expect(said).toEqual([
      "This machine's clock is 259200 s ahead of the database's: no scheduled work is done here.",
    ])
  })
})
