import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveReply } from '#server/accounts/phones/replies.ts'
import { sentTo } from '#tests/support/outbox.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { AGREED_TO_TEXTS } from '#tests/support/text-consents.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const reply = (from: string, body: string) =>
  receiveReply({ ...server, db: server.database.db }, { from, body })

async function addPhone(phone: string, isConfirmed: boolean): Promise<number> {
  const { id } = await server.addCustomer()
  await server.database.db
    .insertInto('customer_phones')
    .values({ customer_id: id, phone, confirmed_at: isConfirmed ? new Date() : null, ...AGREED_TO_TEXTS })
    .execute()
  return id
}

const isOptedIn = async (customerId: number) => {
  const row = await server.database.db
    .selectFrom('customer_phones')
    .select('opted_in')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return row.opted_in
}

describe('a reply to a text message', () => {
  it('STOP ends texts to the number for everybody who has it, on record, and says so once', async () => {
    const phone = '+17132840501'
    const [dana, eli] = [await addPhone(phone, true), await addPhone(phone, false)]
    expect(await reply('(713) 284-0501', ' Stop. ')).toEqual({ kind: 'stop' })
    expect([await isOptedIn(dana), await isOptedIn(eli)]).toEqual([false, false])
    const records = await server.database.db
      .selectFrom('sms_consents')
      .select(['opted_in', 'source', 'words'])
      .where('phone', '=', phone)
      .execute()
    expect(records).toEqual([
      { opted_in: false, source: 'reply', words: ' Stop. ' },
      { opted_in: false, source: 'reply', words: ' Stop. ' },
    ])
    expect((await sentTo(server, 'sms', phone)).map((text) => text.body_text)).toEqual([
      expect.stringContaining('Reply START'),
    ])
  })

  it('START resumes them for who confirmed the number', async () => {
    const phone = '+17132840502'
    const [dana, eli] = [await addPhone(phone, true), await addPhone(phone, false)]
    await reply(phone, 'STOP')
    await reply(phone, 'start')
    expect([await isOptedIn(dana), await isOptedIn(eli)]).toEqual([true, false])
  })

  it.each([
    'STOPALL',
    'please stop',
    'Stop texting me!!',
    'unsubscribe me',
    'Un-subscribe',
    'No more',
    'no more texts pls',
    'opt-out',
    'Don’t text me again',
    'do not contact this number',
    'remove me from your list',
    'Please stop calling the office',
    'LEAVE ME ALONE',
    'Quit.',
  ])('%s stops', async (words) => {
    expect(await reply('+17132840505', words)).toEqual({ kind: 'stop' })
  })

  it.each([
    'yes',
    'Yes!',
    'UNSTOP',
    'ok',
    'start texting me',
    'is there no more than one bath?',
    'don’t stop',
  ])('%s begins and ends nothing', async (words) => {
    const phone = '+17132840506'
    expect(await reply(phone, words)).toEqual({ kind: 'other' })
    expect(await sentTo(server, 'sms', phone)).toEqual([])
  })

  it('HELP is answered and changes nothing; other words are for nobody', async () => {
    const phone = '+17132840503'
    const dana = await addPhone(phone, true)
    expect(await reply(phone, 'HELP')).toEqual({ kind: 'help' })
    expect(await reply(phone, 'Can I stop by at 5?')).toEqual({ kind: 'other' })
    expect(await isOptedIn(dana)).toBe(true)
    expect(await sentTo(server, 'sms', phone)).toHaveLength(1)
  })

  it('from a number that cannot be one of ours is let go', async () => {
    expect(await reply('72345', 'STOP')).toEqual({ kind: 'stop' })
  })
})

describe('a reply that the provider hands on', () => {
  it('is believed with the token of the settings alone', async () => {
    const url = 'http://127.0.0.1:9/send'
    const other = await startTestServer({
      parts: { sms: { driver: 'http', url, token: 'sesame', from: '1' } },
    })
    const hand = (authorization: string, body: unknown) =>
      other.call('POST', '/webhooks/sms', { body, headers: { authorization } })
    const words = { from: '+17132840504', body: 'not a command' }
    expect((await hand('Bearer sesame', words)).status).toBe(204)
    expect((await hand('Bearer sesame', {})).status).toBe(422)
    expect((await hand('Bearer guess', words)).status).toBe(401)
    expect((await server.call('POST', '/webhooks/sms', { body: words })).status).toBe(401)
    await other.close()
  })
})
