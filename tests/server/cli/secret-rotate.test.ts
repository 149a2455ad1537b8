/** `plat secret rotate` as an operator does it: new values, a restart of every server, the second step, the old secret taken away. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seal } from '#server/accounts/two-step/seal.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { unsubscribeToken } from '#server/notifications/unsubscribe-token.ts'
import { bankOf } from '#server/payments/withdraw.ts'
import { readLink, signLink } from '#server/providers/files/signed-link.ts'
import { type ProductionSettings, readSettings } from '#server/settings/environment.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addApp, addSomeone, answerStep, bearerFor, challengeFor } from '#tests/support/two-step.ts'
import { runPlat, SECRET } from './run-plat.ts'

let folder: string
let file: string
let server: TestServer
let database: OpenDatabase
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-rotate-'))
  file = join(folder, 'plat.env')
  database = await openTestDatabase()
})
afterAll(async () => {
  await server.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const inFile = () =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  )
const settings = (): ProductionSettings => readSettings({ ...inFile(), PLAT_DATA: folder })
const plat = (args: readonly string[]) =>
  runPlat(['secret', 'rotate', ...args], {
    database: server.database,
    env: { ...inFile(), PLAT_DATA: folder },
  })

/** With an assertion that the key's secret signs. */
async function exchangeFor(key: { publishable_key: string; secret_key: string }) {
  const user = { sub: 'user-7', email: 'ann@example.com', name: 'Ann Lee' }
  const assertion = await new SignJWT({ ...user, aud: key.publishable_key, jti: randomUUID() })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('5 minutes')
    .sign(Buffer.from(key.secret_key))
  const path = `/customer/api/site-keys/${key.publishable_key}/assertions`
  return server.call('POST', path, { body: { assertion } })
}

it('keeps sessions, links, apps, bank accounts, assertions and the places of hidden deals', async () => {
  writeFileSync(file, `PLAT_SECRET=${SECRET}\nPLAT_DATA=${folder}\n`)
  const keptOpen = { ...database, close: async () => {} }
  const start = async () => {
    const { secret, placesSecret } = settings()
    server = await startTestServer({ database: keptOpen, secret, placesSecret })
  }
  await start()
  const { db } = database

  // What the old secret has signed, encrypted and placed.
  const dana = await server.addCustomer()
  const login = await server.call('POST', '/login', { body: { email: dana.email, password: PASSWORD } })
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const csrf = login.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const unsubscribe = await unsubscribeToken(SECRET, { customerId: dana.id, type: null })
  const link = signLink(SECRET, 'proof 1', Date.now() + 60_000)
  const avery = await addSomeone(server, 'staff')
  const app = await addApp(server, avery, await bearerFor(server, avery))
  const bank = { account_number: '000123456789' }
  const sealed = seal(SECRET, { kind: 'customer', id: dana.id }, Buffer.from(JSON.stringify(bank)))
  await db
    .insertInto('withdrawals')
    .values({
      customer_id: dana.id,
      amount_cents: 100,
      part: 0,
      terms: 'terms',
      idempotency_key: 'one',
      method: 'bank',
      state: 'requested',
      bank: sealed,
      bank_last_four: '6789',
    })
    .execute()
  const seller = await server.addAccount()
  const account = seller.id
  const made = await server.call('POST', '/account/api/keys', { token: seller.token, body: { name: 'Site' } })
  const exchange = async () => (await exchangeFor(made.body.data)).status
  const deals = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const id = await server.addProperty(account, `${at} Live Oak St`)
      const place = { latitude: 31.55 + at / 50, longitude: -97.14, is_street_shown: false }
      await db
        .updateTable('properties')
        .set({ ...place, listing: 'listed' })
        .where('id', '=', id)
        .execute()
      return id
    }),
  )
  const places = () =>
    Promise.all(
      deals.map(async (id) => {
        const { body } = await server.call('GET', `/customer/api/properties/${id}`)
        return [body.data.latitude, body.data.longitude]
      }),
    )
  const before = await places()

  const begun = await plat(['--env-file', file])
  expect([begun.code, begun.errors]).toEqual([0, ''])
  expect(inFile()).toMatchObject({ PLAT_SECRET_PREVIOUS: SECRET, PLAT_PLACES_SECRET: SECRET })
  expect(begun.out).not.toContain(inFile().PLAT_SECRET)
  expect(statSync(file).mode & 0o77).toBe(0)
  await server.close()
  await start()

  const write = () =>
    server.call('POST', '/customer/api/auth/token', { headers: { cookie, 'x-xsrf-token': csrf } })
  const login2 = async (body: object) =>
    (await answerStep(server, avery, { challenge: await challengeFor(server, avery), ...body })).status
  const subscription = () =>
    server.call('POST', '/customer/api/auth/subscription', { body: { token: unsubscribe } })
  const isGood = () => readLink(settings().secret, { subject: 'proof 1', ...link }, Date.now())
  expect((await write()).status).toBe(201)
  expect(await login2({ recovery_code: app.recoveryCodes[0] })).toBe(200)
  expect([(await subscription()).status, isGood()]).toEqual([200, 'good'])
  expect(await places()).toEqual(before)
  expect(await exchange()).toBe(201)

  const finished = await plat(['--finish', '--json'])
  expect([finished.code, JSON.parse(finished.out)]).toEqual([0, { apps: 1, banks: 1, keys: 1 }])
  const { PLAT_SECRET_PREVIOUS: _gone, ...kept } = inFile()
  writeFileSync(
    file,
    Object.entries(kept)
      .map((pair) => `${pair.join('=')}\n`)
      .join(''),
  )
  await server.close()
  await start()
  await db.updateTable('second_factors').set({ last_time_step: 0 }).execute()
  const row = await db.selectFrom('withdrawals').selectAll().executeTakeFirstOrThrow()
  expect(bankOf(settings().secret, row)).toEqual(bank)
  expect(await exchange()).toBe(201)
  expect(await login2({ code: app.code() })).toBe(200)
  expect([await places(), isGood()]).toEqual([before, 'foreign'])
}, 60_000)
