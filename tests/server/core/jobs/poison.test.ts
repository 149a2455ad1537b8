/** One item that cannot be done holds up no other, whichever job it is of: it is tried again, given up, listed, and retried by staff. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nowMsOf } from '#server/core/database/now.ts'
import type { WorkKind } from '#server/core/jobs/failed-work.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from '../../admin/staff.ts'
import { matchingScene } from '../../matching/matches/scene.ts'
import { searchScene } from '../../matching/saved-searches/scene.ts'
import { campaignScene } from '../../outreach/blasts/scene.ts'
import { type FakeClamd, startFakeClamd } from '../../providers/files/fake-clamd.ts'
import { SCENES } from './poison-scenes.ts'
import type { Arranged, World } from './poison-world.ts'

/** Jobs that are one piece of work: nothing in them could hold up something else. */
const WHOLE = ['books', 'forget-expired', 'delete-old']

let server: TestServer
let world: World
let staff: { token: string }
let clamd: FakeClamd
beforeAll(async () => {
  clamd = await startFakeClamd()
  server = await startTestServer({
    limits: { matchQuietMs: 0, campaignsPerMinute: 1000 },
    parts: {
      webhooks: { alsoHosts: ['127.0.0.1:9'] },
      virusScan: { driver: 'clamd', url: clamd.url, isRequired: true },
    },
  })
  staff = await addStaff(server, 'Avery')
  world = {
    server,
    db: server.database.db,
    seller: await server.addAccount(),
    run,
    campaigns: campaignScene(server),
    matching: matchingScene(server),
    searches: searchScene(server),
  }
})
afterAll(async () => {
  await server.close()
  await clamd.close()
})

/** As the scheduled job does it. It never rejects because of one item. */
async function run(name: string): Promise<void> {
  const rule = server.jobs.rules.find((one) => one.name === name)
  if (!rule) throw new Error(`No job is called ${name}.`)
  // The server's estimate of the database's clock may be some milliseconds behind what was just written.
  const writtenMs = await nowMsOf(world.db)
  await expect.poll(server.database.clock.now, { interval: 5 }).toBeGreaterThan(writtenMs + 1)
  await rule.run(server.database.clock.now(), new AbortController().signal)
}

const kindsOf = (job: string): readonly WorkKind[] =>
  server.jobs.rules.find(({ name }) => name === job)?.kinds ?? []

/** Nobody has anything under way any more. */
async function releaseClaims(): Promise<void> {
  for (const table of ['deliveries', 'webhook_deliveries', 'matched_customers'])
    await sql`update ${sql.table(table)} set claimed_until = '-infinity'`.execute(world.db)
}

interface Row {
  id: number
  tries: number
  error: string
  pause_ms: number
  given_up_at: Date | null
}

async function failedRow(kind: string, { item }: Arranged): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select id, tries, error, given_up_at,
      case when isfinite(next_try_at) then extract(epoch from next_try_at - last_failed_at) * 1000 end::int as pause_ms
    from failed_work where kind = ${kind} and item = ${item}`.execute(world.db)
  return rows[0]
}

/** The next try is due, after so many. */
const setTries = (kind: string, { item }: Arranged, tries: number) =>
  sql`update failed_work set tries = ${tries}, next_try_at = now() - interval '1 second'
    where kind = ${kind} and item = ${item}`.execute(world.db)

const metric = async (line: string): Promise<number> => {
  const { body } = await server.call('GET', '/metrics')
  const found = String(body)
    .split('\n')
    .find((one) => one.startsWith(line))
  return Number(found?.split(' ').at(-1) ?? 0)
}

const TITLED = SCENES.map((scene) => ({ ...scene, title: [scene.kind, scene.of].join(' ').trim() }))

describe.each(TITLED)('of $title', ({ job, kind: name, arrange }) => {
  it('one that cannot be done holds up no other, and is done once it can be and staff try it again', async () => {
    const kind = kindsOf(job).find((one) => one.name === name)
    if (!kind) throw new Error(`${job} does not say that it goes through ${name}.`)
    const failures = await metric(`plat_jobs_failed_total{kind="${name}"}`)
    const arranged = await arrange(world)
    try {
      await run(job)
      expect(await arranged.left()).toEqual({ others: 0, poisoned: 1 })
      const first = await failedRow(name, arranged)
      expect(first).toMatchObject({ tries: 1, given_up_at: null, error: expect.stringMatching(/./) })
      expect(first?.pause_ms).toBeGreaterThanOrEqual(kind.pauseMs / 2)
      expect(first?.pause_ms).toBeLessThanOrEqual(kind.pauseMs)
      expect(await metric(`plat_jobs_failed_total{kind="${name}"}`)).toBeGreaterThan(failures)

      // It waits for its next try.
      await releaseClaims()
      await run(job)
      expect(await failedRow(name, arranged)).toMatchObject({ tries: 1 })

      await setTries(name, arranged, kind.tries - 1)
      await releaseClaims()
      await run(job)
      const last = await failedRow(name, arranged)
      expect(last).toMatchObject({ tries: kind.tries, given_up_at: expect.any(Date), pause_ms: null })
      expect(await metric(`plat_dead_letters{kind="${name}"}`)).toBe(1)
      expect(await arranged.left()).toEqual({ others: 0, poisoned: 1 })
    } finally {
      await arranged.heal()
    }
    const { id } = (await failedRow(name, arranged)) ?? { id: 0 }
    const retried = await server.call('POST', `/admin/api/failed-work/${id}/retry`, staff)
    expect(retried.body.data).toMatchObject({ kind: name, label: kind.label, state: 'trying', tries: 0 })
    await releaseClaims()
    await run(job)
    expect(await arranged.left()).toEqual({ others: 0, poisoned: 0 })
    expect(await failedRow(name, arranged)).toBeUndefined()
  })
})

const intervalOf = (ms: number): string =>
  ms >= 3_600_000 ? `${ms / 3_600_000} h` : ms > 60_000 ? `${ms / 60_000} min` : `${ms / 1000} s`

describe('every job', () => {
  it('says what it goes through, and each kind has a scene here', () => {
    const registered = server.jobs.rules.map(({ name, kinds }) => [name, kinds.map((kind) => kind.name)])
    const played = [...new Set(SCENES.map(({ job }) => job))].map((job) => [
      job,
      [...new Set(SCENES.filter((scene) => scene.job === job).map(({ kind }) => kind))],
    ])
    const whole = WHOLE.map((name) => [name, []])
    const sorted = (jobs: (string | string[])[][]) =>
      jobs.map(([name, kinds]) => [name, [...(kinds ?? [])].toSorted()]).toSorted()
    expect(sorted(registered)).toEqual(sorted([...played, ...whole]))
  })

  it('stands in docs/operations.md with its interval, its kinds and their tries', () => {
    const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
    for (const { name, everyMs, kinds } of server.jobs.rules) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? ''
      expect(row, name).not.toBe('')
      expect(row, name).toContain(` | ${intervalOf(everyMs)} | `)
      for (const kind of kinds) expect(row, name).toContain(`\`${kind.name}\` ${kind.tries}`)
    }
  })
})
