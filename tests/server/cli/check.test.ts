/** `plat check` beside services that work, that refuse, and that do not answer: what it says of each. */
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls, { type ConnectionOptions, createServer as createTlsServer } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabaseClock } from '#server/core/database/clock.ts'
import { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { startBucket } from '#tests/support/bucket.ts'
import { startFakeClamd } from '../providers/files/fake-clamd.ts'
import { runPlat } from './run-plat.ts'

/** Files of a worker share their modules, so the certificate below is trusted for the time of these tests alone. */
const { connect } = tls
function trustCertificate() {
  const trusting = (options: ConnectionOptions, connected?: () => void) =>
    connect({ ...options, ca: CERTIFICATE }, connected)
  Object.assign(tls, { connect: trusting })
  syncBuiltinESMExports()
}
function trustAsBefore() {
  Object.assign(tls, { connect })
  syncBuiltinESMExports()
}

const NOBODY = '127.0.0.1:1'
let folder: string
let database: OpenDatabase
beforeAll(async () => {
  trustCertificate()
  folder = mkdtempSync(join(tmpdir(), 'plat-check-'))
  database = await openDatabase({ dataDir: join(folder, 'data') })
})
const ends: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) await end()
})
afterAll(async () => {
  trustAsBefore()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What is said of one part, as `state: text`. */
async function finding(name: string, env: Record<string, string>, given: OpenDatabase = database) {
  const { out } = await runPlat(['check', '--json'], {
    database: given,
    env: { PLAT_DATA: folder, PUBLIC_URL: `http://${NOBODY}`, ...env },
  })
  const found: { name: string; state: string; text: string }[] = JSON.parse(out)
  const { state, text } = found.find((one) => one.name === name) ?? {}
  return `${state}: ${text}`
}

describe('the files', () => {
  const bucketOf = async () => {
    const { endpoint, bucket, keys, close } = await startBucket(join(folder, 's3'))
    ends.push(close)
    return {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    }
  }

  it('are stored in the bucket, read and deleted', async () => {
    expect(await finding('files', await bucketOf())).toBe(
      'ok: bucket plat-files: stored, read and deleted a file',
    )
  })

  it.each([
    ['a bucket that is not there', { S3_BUCKET: 'another' }],
    ['a key that it does not know', { S3_ACCESS_KEY_ID: 'unknown' }],
    ['nobody at its address', { S3_ENDPOINT: `http://${NOBODY}` }],
  ])('fail with %s', async (_what, wrong) => {
    expect(await finding('files', { ...(await bucketOf()), ...wrong })).toMatch(
      /^failed: .+ Correct FILES_DIR or the S3_ variables, and who may write there\.$/,
    )
  })
})

describe('the mail server', () => {
  const mailServer = async () => {
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'plat' && password === 'right'
          ? done(null, { user: username })
          : done(new Error('Wrong password')),
    })
    ends.push(() => new Promise<void>((resolve) => smtp.close(resolve)))
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    return (smtp.server.address() as AddressInfo).port
  }
  const mail = (url: string) => finding('mail', { MAIL_URL: url, MAIL_FROM: 'Plat <plat@plat.example>' })

  it('takes the login', async () => {
    expect(await mail(`smtp://plat:right@127.0.0.1:${await mailServer()}`)).toBe(
      'ok: the mail server takes the login',
    )
  })

  it('refuses a wrong password, which is not printed', async () => {
    const said = await mail(`smtp://plat:secret-word@127.0.0.1:${await mailServer()}`)
    expect(said).toMatch(/^failed: .+ Correct MAIL_URL, with the user and password of the mail server\.$/)
    expect(said).not.toContain('secret-word')
  })

  it('does not answer', async () => {
    expect(await mail(`smtp://${NOBODY}`)).toMatch(/^failed: .+ Correct MAIL_URL/)
  })
})

describe('clamd', () => {
  const clamd = async (answer: string) => {
    const fake = await startFakeClamd()
    ends.push(fake.close)
    fake.answer = () => answer
    return finding('clamd', { CLAMD_URL: fake.url })
  }
  const REMEDY = 'Start clamd or correct CLAMD_URL; uploads are quarantined until it answers.'

  it('says which signatures it has', async () => {
    expect(await clamd('ClamAV 1.0.7/27480/Mon Nov 30 09:12:01 2026\0')).toBe(
      'ok: ClamAV 1.0.7/27480/Mon Nov 30 09:12:01 2026',
    )
  })

  it('is another program, or is not there', async () => {
    expect(await clamd('HTTP/1.1 400 Bad Request\r\n\r\n\0')).toMatch(/^failed: clamd answered "HTTP/)
    const said = await finding('clamd', { CLAMD_URL: `tcp://${NOBODY}` })
    expect(said).toMatch(/^failed: /)
    expect(said.endsWith(REMEDY)).toBe(true)
  })
})

describe('the clock', () => {
  const onPostgres = { DATABASE_URL: 'postgres://plat@127.0.0.1/plat' }
  const ahead = (ms: number): OpenDatabase => {
    const clock = createDatabaseClock()
    clock.set(Date.now() - ms, performance.now())
    return { ...database, clock }
  }

  it('agrees with that of the database', async () => {
    expect(await finding('clock', onPostgres, ahead(0))).toBe('ok: agrees with that of the database')
  })

  it('is days ahead', async () => {
    expect(await finding('clock', onPostgres, ahead(3 * 86_400_000))).toBe(
      "failed: This machine's clock is 259200 s ahead of the database's. Set one of them right, e.g. with NTP.",
    )
  })
})

describe('the certificate', () => {
  const secured = async () => {
    const server = createTlsServer({ key: KEY, cert: CERTIFICATE })
    ends.push(() => server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return (host: string) => finding('tls', { PUBLIC_URL: `https://${host}:${port}` })
  }

  it('is valid for a long time', async () => {
    const ofHost = await secured()
    vi.useFakeTimers({ toFake: ['Date'], now: ENDS - 30.5 * 86_400_000 })
    expect(await ofHost('localhost')).toBe('ok: the certificate is valid for 30 days')
  })

  it('ends soon', async () => {
    const ofHost = await secured()
    vi.useFakeTimers({ toFake: ['Date'], now: ENDS - 13.5 * 86_400_000 })
    expect(await ofHost('localhost')).toBe(
      'failed: The certificate ends in 13 days. See in the log of the proxy why it was not renewed.',
    )
  })

  it('is that of another name', async () => {
    const ofHost = await secured()
    expect(await ofHost('127.0.0.1')).toMatch(
      /^failed: .+ Check the certificate that the proxy has for this name\.$/,
    )
  })
})

/** Made for these tests, for the name `localhost` alone. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUGal0APe1Os2bYIUnCvNooyLjjygwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDAzMzc1MVoYDzIxMjYxMTA2
MDMzNzUxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQlYym+PTqpu3RLFI/iTdegE322JlnD+9PtrzLUgra7JDSSTkqKEBoV
V9O11FLlkkN8zNcw6kRwl20zQHgppYhNo2kwZzAdBgNVHQ4EFgQUoy1+Qskkr05+
4C8AiIE3fHhnfU8wHwYDVR0jBBgwFoAUoy1+Qskkr05+4C8AiIE3fHhnfU8wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgY9RqQOSpg/oHEfh1ec/bulFedSuZqdJvftUK3GENm8gCICxeha0UmZwH
08qTlfCVv8U4LlhcEqyAI0UcTek/nknU
-----END CERTIFICATE-----`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUDO8y6g8VrD/comT
2faXO6BLC0DBQK60Bny917fK6jWhRANCAAQlYym+PTqpu3RLFI/iTdegE322JlnD
+9PtrzLUgra7JDSSTkqKEBoVV9O11FLlkkN8zNcw6kRwl20zQHgppYhN
-----END PRIVATE KEY-----`
const ENDS = Date.parse(new X509Certificate(CERTIFICATE).validTo)
