import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveReply } from '#server/accounts/phones/replies.ts'
import { up as migrate } from '#server/core/database/migrations/0065-text-purposes.ts'
import { TEXT_PURPOSES } from '#shared/contract/text-purposes.ts'
import { consentWords } from '#shared/rules/text-consent/purposes.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let last = 600
const fresh = () => `+1713284${String(++last).padStart(4, '0')}`

async function withNumber() {
  const who = await server.addCustomer()
  const phone = fresh()
  const body = { phone }
  const { data } = (await server.call('POST', '/customer/api/phone', { token: who.token, body })).body
  const confirmed = server.database.db.updateTable('customer_phones').set({ confirmed_at: new Date() })
  await confirmed.where('phone', '=', phone).execute()
  return { who, phone, id: Number(data[0].id) }
}

const choose = (who: Person, id: number, checked: boolean, text_purposes?: readonly string[]) =>
  server.call('POST', '/customer/api/phone/togglePhoneOptedIn', {
    token: who.token,
    body: { entity_phone_id: id, checked, ...(text_purposes ? { text_purposes } : {}) },
  })

/** Purposes that are agreed to, as the profile has them. */
async function agreed(who: Person): Promise<string[]> {
  const { body } = await server.call('GET', '/customer/api/auth/user', { token: who.token })
  return Object.keys(body.data.phones[0].pivot.text_consents ?? {}).toSorted()
}

const recordsOf = (who: Person) =>
  server.database.db
    .selectFrom('sms_consents')
    .select(['opted_in', 'purposes', 'source', 'words', 'ip'])
    .where('customer_id', '=', who.id)
    .orderBy('id')
    .execute()

const reply = (from: string, body: string) =>
  receiveReply({ ...server, db: server.database.db }, { from, body })

describe('consent to texts', () => {
  it('is given and withdrawn purpose by purpose, each with its record', async () => {
    const { who, id } = await withNumber()
    await choose(who, id, true, ['matches'])
    await choose(who, id, true, ['matches', 'offers'])
    expect(await agreed(who)).toEqual(['matches', 'offers'])
    const { body } = await choose(who, id, false, ['matches'])
    expect(body.data[0].pivot).toMatchObject({
      opted_in: true,
      text_consents: { offers: expect.any(String) },
    })
    const web = { source: 'profile', ip: '127.0.0.1' }
    expect(await recordsOf(who)).toEqual([
      { ...web, opted_in: true, purposes: ['matches'], words: consentWords('matches', 'Plat') },
      { ...web, opted_in: true, purposes: ['offers'], words: consentWords('offers', 'Plat') },
      { ...web, opted_in: false, purposes: ['matches'], words: null },
    ])
  })

  it('of a client with one box is for what its words name', async () => {
    const { who, id } = await withNumber()
    await choose(who, id, true)
    expect(await agreed(who)).toEqual(['matches', 'offers', 'reminders'])
    await choose(who, id, false)
    expect(await agreed(who)).toEqual([])
  })

  it('at registration is for matches alone', async () => {
    const email = `texts${++last}@example.com`
    const body = { first_name: 'Ann', last_name: 'Lee', email, password: 'a-long-word-for-7', phone: fresh() }
    const answer = await server.call('POST', '/register', { body: { ...body, sms_opt_in: true } })
    expect(Object.keys(answer.body.data.user.phones[0].pivot.text_consents)).toEqual(['matches'])
  })

  it('is withdrawn by STOP, and START gives back what STOP withdrew and no more', async () => {
    const { who, phone, id } = await withNumber()
    await choose(who, id, true, ['matches', 'reminders'])
    await reply(phone, 'stop')
    expect(await agreed(who)).toEqual([])
    await reply(phone, 'START')
    expect(await agreed(who)).toEqual(['matches', 'reminders'])
    expect((await recordsOf(who)).slice(2)).toEqual([
      { opted_in: false, purposes: ['matches', 'reminders'], source: 'reply', words: 'stop', ip: null },
      { opted_in: true, purposes: ['matches', 'reminders'], source: 'reply', words: 'START', ip: null },
    ])
  })

  it('that was withdrawn on a page is not brought back by START', async () => {
    const { who, phone, id } = await withNumber()
    await choose(who, id, true, ['matches', 'offers'])
    await choose(who, id, false, ['matches', 'offers'])
    await reply(phone, 'START')
    expect(await agreed(who)).toEqual([])
    await choose(who, id, true, ['matches', 'offers'])
    await reply(phone, 'STOP')
    await choose(who, id, false, ['offers'])
    await reply(phone, 'START')
    expect(await agreed(who)).toEqual(['matches'])
  })

  it('names brand, frequency, rates, STOP and HELP for each purpose', () => {
    for (const purpose of TEXT_PURPOSES)
      expect(consentWords(purpose, 'Acme Homes')).toMatch(
        /from Acme Homes .+ up to 5 a day .+Message and data rates may apply\. Reply STOP .+ HELP/,
      )
  })

  it('is asked before a cell of texts is turned on', async () => {
    const { who, id } = await withNumber()
    await choose(who, id, true, ['matches'])
    const set = (type: string) =>
      server.call('PUT', '/customer/api/auth/notification-preferences', {
        token: who.token,
        body: { cells: [{ type, channel: 'sms', frequency: 'instant' }] },
      })
    expect((await set('price_drop')).status).toBe(200)
    const refused = await set('open_house')
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { cells: ['Agree to texts for “Reminders” at one of your numbers first.'] },
    ])
  })
})

describe('an earlier opt-in', () => {
  it('covers the purposes that its words name', async () => {
    const old = await openTestDatabase()
    const { db } = old
    await sql`alter table customer_phones drop column text_consents, drop column stopped_consents`.execute(db)
    await sql`alter table sms_consents drop column purposes`.execute(db)
    const { id } = await db
      .insertInto('customers')
      .values({ name: 'Dana', email: 'dana@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const profile = 'texts: new deals that match your buy box, blasts and deal digests, open house reminders.'
    const rows = [
      ['register', true, 'Text me new deals in my buy box. Marketing texts'],
      ['profile', true, profile],
      ['profile', true, null],
      ['profile', true, 'Only something else'],
      ['profile', false, null],
      ['reply', false, 'STOP'],
      ['reply', true, 'START'],
      [null, true, null],
    ] as const
    for (const [index, [source, isOn, words]] of rows.entries()) {
      const phone = `+171328470${index}0`
      await sql`insert into customer_phones (customer_id, phone, opted_in) values (${id}, ${phone}, ${isOn})`.execute(
        db,
      )
      const log = (from: string, on: boolean, said: string | null) =>
        sql`insert into sms_consents (customer_id, phone, opted_in, source, text_version, words)
          values (${id}, ${phone}, ${on}, ${from}, '2026-11-28', ${said})`.execute(db)
      if (source === 'reply' || !isOn) await log('profile', true, profile)
      if (source !== null) await log(source, isOn, words)
    }
    await migrate(db as unknown as Kysely<unknown>)
    const after = await db
      .selectFrom('customer_phones')
      .select(['text_consents', 'stopped_consents'])
      .orderBy('phone')
      .execute()
    await old.close()
    const all = ['matches', 'offers', 'reminders']
    expect(
      after.map((row) => [
        Object.keys(row.text_consents).toSorted(),
        Object.keys(row.stopped_consents).toSorted(),
      ]),
    ).toEqual([
      [['matches'], []],
      [all, []],
      [all, []],
      [[], []],
      [[], []],
      [[], all],
      [all, []],
      [[], []],
    ])
  })
})
