/** Accounts that nobody uses: an email a month before, deleted after it, kept by a login, a message, money or an offer; guests a year after their last message. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMails } from '#server/accounts/login/mails.ts'
import { forgetExpired } from '#server/accounts/login/routes.ts'
import { deleteInactive } from '#server/accounts/profile/inactive-customers.ts'
import { createLeaving } from '#server/customer-leaving.ts'
import { guestBrowser } from '#tests/support/guest-browser.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { PASSWORD, type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addBuyer, addSeller, topUp as fill, sendOffer } from '../../offers/offers/scene.ts'

const DAY_MS = 86_400_000
const YEARS_3 = 1095
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limits: { offerCallsPerMinute: 10_000 } })
})
beforeEach(async () => {
  await server.database.db.deleteFrom('customers').execute()
})
afterAll(() => server.close())

/** As the job does it, so many days from now. */
const runAfter = (days: number) =>
  server.jobs.rules
    .find(({ name }) => name === 'inactive-accounts')
    ?.run(Date.now() + days * DAY_MS, new AbortController().signal)
const isHere = async ({ id }: { id: number }) =>
  (await server.database.db.selectFrom('customers').select('id').where('id', '=', id).execute()).length === 1
const noticesOf = async ({ email }: Person) =>
  (await sentTo(server, 'mail', email)).filter(({ subject }) => subject === 'Your account will be deleted')

it('an account gets an email 30 days before it is deleted, after 3 years without a login', async () => {
  const dana = await server.addCustomer()
  await runAfter(YEARS_3 - 31)
  expect(await noticesOf(dana)).toEqual([])
  await runAfter(YEARS_3 - 29)
  await runAfter(YEARS_3 - 28)
  const [notice, ...others] = await noticesOf(dana)
  expect(others).toEqual([])
  expect(notice?.body_text).toContain('Nobody has used your account for almost 3 years')
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  expect(notice?.body_text).toContain(
    `On ${day.format(Date.now() + (YEARS_3 + 1) * DAY_MS)} we will delete it`,
  )
  await runAfter(YEARS_3)
  expect(await isHere(dana)).toBe(true)
  await runAfter(YEARS_3 + 2)
  expect(await isHere(dana)).toBe(false)
})

it('who logs in after the email stays, and gets another email before the next time', async () => {
  const dana = await server.addCustomer()
  const { db } = server.database
  const noticed = { last_active_at: new Date(Date.now() - YEARS_3 * DAY_MS), inactive_noticed_at: new Date() }
  await db.deleteFrom('access_tokens').execute()
  await db.updateTable('customers').set(noticed).where('id', '=', dana.id).execute()
  const body = { email: dana.email, password: PASSWORD }
  expect((await server.call('POST', '/login', { body })).status).toBe(200)
  await runAfter(YEARS_3 + 5)
  expect(await isHere(dana)).toBe(true)
  expect(await noticesOf(dana)).toHaveLength(1)
})

it('who logs in while others are deleted stays', async () => {
  const [first, second] = [await server.addCustomer(), await server.addCustomer()]
  const { db } = server.database
  const noticed = { last_active_at: new Date(0), inactive_noticed_at: new Date(Date.now() - 31 * DAY_MS) }
  await db.deleteFrom('access_tokens').execute()
  await db.updateTable('customers').set(noticed).execute()
  const { site, parts } = server
  const seen: number[] = []
  await deleteInactive(
    {
      db,
      site,
      parts,
      nowMs: Date.now,
      mails: createMails({ db, site, parts }),
      leaving: createLeaving({ secret: '', parts }),
      afterLeaving: { sendPayouts: async () => {}, notifyPlaces: async () => {} },
      async holdingsOf(id) {
        seen.push(id)
        // In the moment before the second account is deleted.
        if (seen.length === 2) {
          const { email } = id === first.id ? first : second
          const answer = await server.call('POST', '/login', { body: { email, password: PASSWORD } })
          expect(answer.status).toBe(200)
        }
        return { balance: 0, favourite_properties: [], proof_of_funds: [] }
      },
    },
    Date.now(),
  )
  expect(seen).toHaveLength(2)
  expect(await Promise.all(seen.map((id) => isHere({ id })))).toEqual([false, true])
})

it('nobody is deleted whose email did not go out; it is sent again when the mail server is back', async () => {
  const dana = await server.addCustomer()
  const { mailer } = server.parts
  const { send } = mailer
  mailer.send = async () => {
    throw new Error('The mail server does not answer')
  }
  await runAfter(YEARS_3 - 29)
  mailer.send = send
  const { db } = server.database
  await db.deleteFrom('deliveries').execute()
  await db.deleteFrom('failed_work').execute()
  await runAfter(YEARS_3 + 2)
  expect(await isHere(dana)).toBe(true)
  expect(await noticesOf(dana)).toHaveLength(1)
  await runAfter(YEARS_3 + 33)
  expect(await isHere(dana)).toBe(false)
})

it('an email of long ago is not enough: days that were raised meanwhile begin with another one', async () => {
  const dana = await server.addCustomer()
  await runAfter(YEARS_3 - 29)
  await runAfter(YEARS_3 + 900)
  expect(await isHere(dana)).toBe(true)
  expect(await noticesOf(dana)).toHaveLength(2)
  await runAfter(YEARS_3 + 931)
  expect(await isHere(dana)).toBe(false)
})

it('when a token was last used is known after the token is deleted', async () => {
  const dana = await server.addCustomer()
  const { db } = server.database
  const used = new Date(Date.now() - 100 * DAY_MS)
  await db
    .updateTable('customers')
    .set({ last_active_at: new Date(0) })
    .execute()
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: used, expires_at: new Date(Date.now() - 91 * DAY_MS) })
    .execute()
  await forgetExpired(db, { nowMs: Date.now(), loginsKeptDays: 90 })
  expect(await db.selectFrom('access_tokens').select('id').execute()).toEqual([])
  const row = await db.selectFrom('customers').select('last_active_at').executeTakeFirstOrThrow()
  expect(row.last_active_at).toEqual(used)
  expect(await isHere(dana)).toBe(true)
})

it('money in the wallet and an active offer keep an account', async () => {
  const seller = await addSeller(server)
  const [rich, bidder] = [await addBuyer(server), await addBuyer(server, 'Eli Fox')]
  await fill(server, rich.id, 100_00)
  expect((await sendOffer(bidder, await server.addProperty(seller.id))).state).toBe('submitted')
  for (const days of [YEARS_3 - 20, YEARS_3 + 11]) await runAfter(days)
  for (const who of [rich, bidder]) {
    expect(await isHere(who)).toBe(true)
    expect(await noticesOf(who)).toEqual([])
  }
})

it('a guest is deleted 395 days after the last message, with the conversation', async () => {
  const seller = await server.addAccount()
  const { id, publishable_key: key } = (
    await server.call('POST', '/account/api/keys', { token: seller.token, body: { name: 'Site' } })
  ).body.data
  const body = { guests: { allowed: true, contact: 'email' } }
  await server.call('PUT', `/account/api/keys/${id}`, { token: seller.token, body })
  const browser = await guestBrowser(server)
  expect((await browser.start(key)).status).toBe(201)
  const guests = () => server.database.db.selectFrom('customers').select('id').execute()
  const chats = async () =>
    (await server.call('GET', '/account/api/chats', { token: seller.token })).body.data.length
  await runAfter(394)
  expect([(await guests()).length, await chats()]).toEqual([1, 1])
  await runAfter(396)
  expect([(await guests()).length, await chats()]).toEqual([0, 0])
})
