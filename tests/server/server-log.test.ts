/** What a production server writes is its log, one line of JSON each, from the first line to the one that says why it ends. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answering } from '#tests/support/answering.ts'
import { freePort } from '#tests/support/free-port.ts'
import { readLogLines } from '#tests/support/log-lines.ts'
import { COMPILED, spawnServer } from '#tests/support/node-process.ts'

vi.setConfig({ testTimeout: 150_000 })

/** For what a process does on a machine that is busy with other work. */
const PATIENT = { timeout: 60_000 }

const [INFO, WARN, ERROR, FATAL] = [30, 40, 50, 60]
const SECRET = '9f86d081884c7d659a2feaa0c55ad015'

let data: string
let kill: () => void
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'plat-log-'))
  kill = () => {}
})
afterEach(() => {
  kill()
  rmSync(data, { recursive: true, force: true })
})

/** A warning of Node and a bug, when the test asks for them. */
const FAULTS = `data:text/javascript,${encodeURIComponent(`
  process.on('SIGUSR2', () => process.emitWarning('An old call was made.'))
  process.on('SIGHUP', () => setTimeout(() => { throw new Error('a bug') }))`)}`

async function start(env: Record<string, string>) {
  const program = ['--import', FAULTS, COMPILED]
  const { child, port } = await spawnServer({ PLAT_DATA: data, CAPTCHA_DRIVER: 'none', ...env }, { program })
  kill = () => child.kill('SIGKILL')
  const ended = once(child, 'close')
  const log = readLogLines(child)
  const isHealthy = () =>
    answering(`http://127.0.0.1:${port}/healthz`, () =>
      child.exitCode === null ? null : 'The server ended.',
    )
  return { child, port, log, ended, isHealthy }
}

test('an empty data directory, a warning of Node, and a stop', async () => {
  const { child, port, log, ended, isHealthy } = await start({ PLAT_SECRET: SECRET })
  await isHealthy()
  await expect.poll(() => log.stderr(), PATIENT).toHaveLength(1)
  child.kill('SIGUSR2')
  await expect
    .poll(() => log.stdout(), PATIENT)
    .toContainEqual(expect.objectContaining({ level: WARN, msg: 'An old call was made.' }))
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  const said = log.stdout()
  expect(said[0]).toMatchObject({ level: INFO, msg: `opening the embedded database in ${data}` })
  expect(said.at(-1)).toMatchObject({ level: INFO, msg: 'closing', signal: 'SIGTERM' })
  // For a person: no part of the log, and a line of the same format.
  expect(JSON.stringify(said)).not.toContain('/admin/setup')
  expect(log.stderr()).toEqual([
    expect.objectContaining({
      level: INFO,
      msg: expect.stringContaining('Make the first member of staff'),
      setup_url: expect.stringMatching(new RegExp(`^http://localhost:${port}/admin/setup#[\\w-]{43}$`)),
    }),
  ])
})

test('a PostgreSQL that does not answer, until it does', async () => {
  const url = `postgres://plat:a-password@127.0.0.1:${await freePort()}/plat`
  const { child, log, ended } = await start({ PLAT_SECRET: SECRET, DATABASE_URL: url })
  await expect.poll(() => log.stdout(), PATIENT).toHaveLength(2)
  child.kill('SIGKILL')
  await ended
  expect(log.stdout()).toEqual([
    expect.objectContaining({ level: INFO, msg: 'connecting to PostgreSQL' }),
    expect.objectContaining({
      level: ERROR,
      msg: expect.stringMatching(
        /^PostgreSQL does not answer: .*\. Check DATABASE_URL\. Trying until it does\.$/,
      ),
    }),
  ])
  expect(log.stderr()).toEqual([])
  expect(JSON.stringify(log.stdout())).not.toContain('a-password')
})

test('wrong settings: each with what it should be, at every level', async () => {
  const { log, ended } = await start({ LOG_LEVEL: 'silent', DRAIN_SECONDS: 'soon' })
  expect(await ended).toEqual([1, null])
  expect(log.stdout()).toEqual([expect.objectContaining({ level: FATAL })])
  expect(log.stdout()[0]?.msg).toContain('PLAT_SECRET is missing; make one with: openssl rand -hex 32')
  expect(log.stdout()[0]?.msg).toContain('DRAIN_SECONDS')
  expect(log.stderr()).toEqual([])
})

test('a bug, and a port that another process has', async () => {
  const first = await start({ PLAT_SECRET: SECRET, LOG_LEVEL: 'silent' })
  await first.isHealthy()
  // At every level, as the reason of an end.
  await expect.poll(() => first.log.stderr(), PATIENT).toHaveLength(1)
  const second = await start({
    PLAT_SECRET: SECRET,
    PLAT_DATA: join(data, 'second'),
    PORT: String(first.port),
    LOG_LEVEL: 'fatal',
  })
  expect(await second.ended).toEqual([1, null])
  expect(second.log.stdout()).toEqual([
    expect.objectContaining({
      level: FATAL,
      msg: expect.stringMatching(
        new RegExp(
          `^The server cannot listen: .*EADDRINUSE.*127\\.0\\.0\\.1:${first.port}\\. Check PORT, HOST`,
        ),
      ),
    }),
  ])
  first.child.kill('SIGHUP')
  expect(await first.ended).toEqual([1, null])
  expect(first.log.stdout()).toEqual([
    expect.objectContaining({
      level: FATAL,
      msg: 'unexpected error, the process ends',
      err: expect.objectContaining({ message: 'a bug' }),
    }),
  ])
})
