import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/database/open.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { startTimedRule, type TimedRule } from '#server/jobs/timed-rule.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A node that looks after the rule from when it listens until it is closed. */
async function node(rule: TimedRule, log: (said: unknown) => void = () => {}) {
  const app = Fastify()
  app.log.error = log as never
  const jobs = createJobs({ database, log: { error: log }, pollMs: 20 })
  startTimedRule(app, jobs, rule)
  app.addHook('onListen', () => jobs.start())
  app.addHook('onClose', () => jobs.stop())
  await app.listen({ port: 0 })
  return app
}

describe('a rule of the clock', () => {
  it('is done whenever it is due, by one of two nodes', async () => {
    let due = 0
    let done = 0
    const rule: TimedRule = {
      ...{ name: 'due', everyMs: 10 },
      isDue: async () => due > 0,
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
    const rule: TimedRule = { name: 'hourly', everyMs: 1000, run: async () => ++done }
    const apps = [await node(rule), await node(rule)]
    await expect.poll(() => done).toBeGreaterThan(1)
    await Promise.all(apps.map((app) => app.close()))
    const { rows } = await sql<{ slots: number; jobs: number }>`
      select count(distinct singleton_on)::int as slots, count(*)::int as jobs from jobs.job
      where singleton_key = 'hourly'`.execute(database.db)
    expect(rows[0]?.jobs).toBe(rows[0]?.slots)
  })

  it('what fails is told to the log and done at the next time', async () => {
    const said: unknown[] = []
    let tries = 0
    const rule: TimedRule = {
      ...{ name: 'failing', everyMs: 10 },
      isDue: async () => tries < 2,
      async run() {
        tries += 1
        if (tries === 1) throw new Error('the mail server is down')
      },
    }
    const app = await node(rule, (line) => said.push(line))
    await expect.poll(() => tries).toBeGreaterThan(1)
    await app.close()
    expect(said).toHaveLength(1)
  })
})
