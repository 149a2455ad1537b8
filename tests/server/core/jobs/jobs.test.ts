import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import type { ScheduledJob } from '#server/core/jobs/job-schedule.ts'
import { createJobs, type Jobs } from '#server/core/jobs/jobs.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let database: OpenDatabase
let nodes: Jobs[]
let complaints: unknown[]
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => {
  nodes = []
  complaints = []
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await sql`delete from jobs.job`.execute(database.db)
})
afterAll(() => database.close())

type Run = (closing: AbortSignal) => Promise<void>

const rule = (name: string): ScheduledJob => ({ name, everyMs: 1000, kinds: [], run: async () => {} })

/** Does `letters`, and whatever else is given. */
function node(
  run: Run,
  others: Record<string, Run> = {},
  more: Partial<Parameters<typeof createJobs>[0]> = {},
): Jobs {
  const log = { error: (said: unknown) => complaints.push(said) }
  const jobs = createJobs({ database, log, pollMs: 20, ...more })
  for (const [name, own] of Object.entries({ letters: run, ...others })) jobs.share(rule(name), own)
  nodes.push(jobs)
  return jobs
}

/** Resolves once so many were noted. */
function collector<T>() {
  const noted: T[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  return {
    noted,
    note(one: T) {
      noted.push(one)
      for (const { count, resolve } of waiting) if (noted.length >= count) resolve()
    },
    until: (count: number) =>
      new Promise<void>((resolve) => {
        if (noted.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
  }
}

const stateOf = async () =>
  (
    await sql<{ state: string }>`select state::text from jobs.job order by created_on`.execute(database.db)
  ).rows.map(({ state }) => state)

describe('jobs', () => {
  it('a job that is sent is done', async () => {
    const done = collector<string>()
    const jobs = node(async () => done.note('letters'))
    await jobs.start()
    await jobs.send('letters')
    await done.until(1)
  })

  it('what is sent before anybody works is done once somebody does', async () => {
    const done = collector<string>()
    const jobs = node(async () => done.note('letters'))
    await jobs.send('letters')
    expect(await stateOf()).toEqual(['created'])
    await jobs.start()
    await done.until(1)
  })

  it('two nodes share the load, and each job is done by one of them', async () => {
    const done = collector<string>()
    const begun = collector<string>()
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    // A node has four under way at a time: none ends before all have begun.
    const worker = (node: string) => (name: string) => async () => {
      begun.note(node)
      await begun.until(names.length)
      done.note(name)
    }
    const doing = (name: string) => Object.fromEntries(names.map((one) => [one, worker(name)(one)]))
    const [one, two] = [node(async () => {}, doing('one')), node(async () => {}, doing('two'))]
    await one.start()
    await two.start()
    for (const name of names) await one.send(name)
    await done.until(names.length)
    expect(done.noted.toSorted()).toEqual(names)
    expect(new Set(begun.noted)).toEqual(new Set(['one', 'two']))
  })

  it('a job that fails is told to the log, and is not done again before it is sent again', async () => {
    const tries = collector<true>()
    const jobs = node(async () => {
      tries.note(true)
      throw new Error('the mail server is down')
    })
    await jobs.start()
    await jobs.send('letters')
    await tries.until(1)
    await expect.poll(stateOf).toEqual(['failed'])
    await jobs.send('letters')
    await tries.until(2)
    await jobs.stop()
    expect(complaints).toHaveLength(2)
  })

  it('a job that waits for a machine of others holds up no other, and is done again once if it is sent meanwhile', async () => {
    const calls = collector<string>()
    const letters = collector<true>()
    const release = collector<true>()
    const jobs = node(async () => letters.note(true), {}, { atOnce: 1 })
    jobs.share({ ...rule('calls'), callsOut: true }, async () => {
      calls.note('begun')
      await release.until(1)
    })
    await jobs.start()
    await jobs.send('calls')
    await calls.until(1)
    for (let sent = 1; sent <= 3; sent++) {
      await jobs.send('calls')
      await jobs.send('letters')
      await letters.until(sent)
    }
    expect(calls.noted).toHaveLength(1)
    release.note(true)
    await calls.until(2)
    await jobs.stop()
    expect(calls.noted).toHaveLength(2)
  })

  it('a job of a node that died in the middle of it is done by another', async () => {
    const begun = collector<string>()
    const release = collector<true>()
    const die = async () => {
      begun.note('dying')
      await release.until(1)
    }
    // It looks for nothing more.
    const dying = node(die, {}, { pollMs: 60_000 })
    await dying.start()
    await dying.send('letters')
    await begun.until(1)
    // Its time is over, and the next one is due.
    await sql`update jobs.job set started_on = started_on - interval '1 hour'`.execute(database.db)
    const heir = node(async () => begun.note('heir'))
    await heir.start()
    await heir.send('letters')
    await begun.until(2)
    release.note(true)
    expect(begun.noted).toEqual(['dying', 'heir'])
  })

  it('stopping takes no further job and waits for the one under way', async () => {
    const begun = collector<string>()
    const release = collector<true>()
    let hasEnded = false
    const run = async () => {
      begun.note('letters')
      await release.until(1)
      hasEnded = true
    }
    const jobs = node(run, {}, { atOnce: 1 })
    await jobs.start()
    await jobs.send('letters')
    await begun.until(1)
    const stopped = jobs.stop()
    await jobs.send('letters')
    release.note(true)
    await stopped
    expect([hasEnded, begun.noted.length]).toEqual([true, 1])
    expect((await stateOf()).toSorted()).toEqual(['completed', 'created'])
  })

  it('a long job hears that the server is closed, and leaves the rest for later', async () => {
    const begun = collector<string>()
    const jobs = node(async (closing) => {
      begun.note('long')
      await new Promise((resolve) => closing.addEventListener('abort', resolve))
    })
    await jobs.start()
    await jobs.send('letters')
    await begun.until(1)
    await jobs.stop()
    expect(await stateOf()).toEqual(['completed'])
  })

  it('a job for a slot of time is sent once, whoever sends it', async () => {
    const [one, two] = [node(async () => {}), node(async () => {})]
    await one.send('letters', { oncePerSeconds: 3600 })
    await two.send('letters', { oncePerSeconds: 3600 })
    expect(await stateOf()).toEqual(['created'])
  })

  it('jobs are done side by side, and of each one that waits is enough', async () => {
    const done = collector<string>()
    // The slow one ends only after the quick one.
    const quick = collector<string>()
    const slow = async () => {
      await quick.until(1)
      done.note('slow')
    }
    const jobs = node(slow, { quick: async () => quick.note('quick') })
    await jobs.send('letters')
    await jobs.send('letters')
    await jobs.send('quick')
    expect(await stateOf()).toEqual(['created', 'created'])
    await jobs.start()
    await done.until(1)
    await jobs.stop()
    expect(await stateOf()).toEqual(['completed', 'completed'])
  })

  it('a script that fails leaves no transaction behind for whoever has the connection next', async () => {
    await expect(database.runScript('begin; select 1; select nothing_like_it;')).rejects.toThrow()
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db)
    expect(rows).toEqual([{ one: 1 }])
  })
})
