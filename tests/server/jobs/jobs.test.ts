import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/database/open.ts'
import { createJobs, type Jobs, type QueueSettings } from '#server/jobs/jobs.ts'
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

const QUEUE = { name: 'letters', expireInSeconds: 60, retries: 2, retryDelaySeconds: 0 } as const

function node(run: QueueSettings['run'], more: Partial<QueueSettings> = {}): Jobs {
  const log = { error: (said: unknown) => complaints.push(said) }
  const jobs = createJobs({ database, log, pollMs: 20 })
  jobs.define({ ...QUEUE, ...more, run })
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
  it('a job that is sent is done with what it was given', async () => {
    const done = collector<unknown>()
    const jobs = node(async (data) => done.note(data))
    await jobs.start()
    await jobs.send('letters', { to: 'Dana' })
    await done.until(1)
    expect(done.noted).toEqual([{ to: 'Dana' }])
  })

  it('what is sent before anybody works is done once somebody does', async () => {
    const done = collector<unknown>()
    const jobs = node(async (data) => done.note(data))
    await jobs.send('letters', { to: 'Dana' })
    expect(await stateOf()).toEqual(['created'])
    await jobs.start()
    await done.until(1)
  })

  it('two nodes share the load, and each job is done by one of them', async () => {
    const done = collector<[string, unknown]>()
    // Neither ends its first job before the other has one.
    const both = collector<string>()
    const worker = (name: string) =>
      node(async (data) => {
        done.note([name, data])
        both.note(name)
        await both.until(2)
      })
    const [one, two] = [worker('one'), worker('two')]
    await one.start()
    await two.start()
    for (let number = 0; number < 6; number++) await one.send('letters', { number })
    await done.until(6)
    expect(new Set(done.noted.map(([name]) => name))).toEqual(new Set(['one', 'two']))
    const numbers = done.noted.map(([, data]) => (data as { number: number }).number)
    expect(numbers.sort()).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('a job that fails is done again, and the log says that it failed', async () => {
    const tries = collector<unknown>()
    const jobs = node(async (data) => {
      tries.note(data)
      if (tries.noted.length < 3) throw new Error('the mail server is down')
    })
    await jobs.start()
    await jobs.send('letters')
    await tries.until(3)
    await jobs.stop()
    expect(complaints).toHaveLength(2)
    expect(await stateOf()).toEqual(['completed'])
  })

  it('a job of a node that died in the middle of it is done by another', async () => {
    const begun = collector<string>()
    const release = collector<true>()
    const dying = node(async () => {
      begun.note('dying')
      await release.until(1)
    })
    await dying.start()
    await dying.send('letters')
    await begun.until(1)
    await sql`update jobs.job set started_on = started_on - interval '1 hour'`.execute(database.db)
    const heir = node(async () => begun.note('heir'))
    await heir.start()
    await begun.until(2)
    release.note(true)
    expect(begun.noted).toEqual(['dying', 'heir'])
  })

  it('stopping takes no further job and waits for the one under way', async () => {
    const begun = collector<unknown>()
    const release = collector<true>()
    let hasEnded = false
    const jobs = node(async (data) => {
      begun.note(data)
      await release.until(1)
      hasEnded = true
    })
    await jobs.start()
    await jobs.send('letters', { number: 1 })
    await begun.until(1)
    await jobs.send('letters', { number: 2 })
    const stopped = jobs.stop()
    release.note(true)
    await stopped
    expect(hasEnded).toBe(true)
    expect(await stateOf()).toEqual(['completed', 'created'])
  })

  it('a long job hears that the server is closed, and leaves the rest for later', async () => {
    const begun = collector<string>()
    const jobs = createJobs({
      database,
      log: { error: (said: unknown) => complaints.push(said) },
      pollMs: 20,
    })
    nodes.push(jobs)
    jobs.share('long', async (closing) => {
      begun.note('long')
      await new Promise((resolve) => closing.addEventListener('abort', resolve))
    })
    await jobs.start()
    await jobs.send('long')
    await begun.until(1)
    await jobs.stop()
    expect(await stateOf()).toEqual(['completed'])
  })

  it('of a queue that needs one waiting job there is never a second', async () => {
    const jobs = node(async () => {}, { isOneWaiting: true })
    await jobs.send('letters')
    await jobs.send('letters')
    expect(await stateOf()).toEqual(['created'])
  })

  it('a job for a slot of time is sent once, whoever sends it', async () => {
    const [one, two] = [node(async () => {}), node(async () => {})]
    await one.send('letters', {}, { oncePerSeconds: 3600 })
    await two.send('letters', {}, { oncePerSeconds: 3600 })
    expect(await stateOf()).toEqual(['created'])
  })

  it('kinds that share a queue are done side by side, and of each one that waits is enough', async () => {
    const done = collector<string>()
    // The slow one ends only after the quick one.
    const quick = collector<string>()
    const jobs = createJobs({
      database,
      log: { error: (said: unknown) => complaints.push(said) },
      pollMs: 20,
    })
    nodes.push(jobs)
    jobs.share('slow', async () => {
      await quick.until(1)
      done.note('slow')
    })
    jobs.share('quick', async () => quick.note('quick'))
    jobs.share('failing', async () => {
      done.note('failing')
      throw new Error('the mail server is down')
    })
    await jobs.send('slow')
    await jobs.send('slow')
    await jobs.send('quick')
    await jobs.send('failing')
    expect(await stateOf()).toEqual(['created', 'created', 'created'])
    await jobs.start()
    await done.until(2)
    await jobs.stop()
    expect(done.noted.sort()).toEqual(['failing', 'slow'])
    expect((await stateOf()).sort()).toEqual(['completed', 'completed', 'failed'])
    expect(complaints).toHaveLength(1)
  })

  it('a script that fails leaves no transaction behind for whoever has the connection next', async () => {
    await expect(database.runScript('begin; select 1; select nothing_like_it;')).rejects.toThrow()
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db)
    expect(rows).toEqual([{ one: 1 }])
  })
})
