/** The seller app's search in message texts: all the words, in any case, of this account's conversations alone. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issue } from '#server/accounts/login/tokens.ts'
import { FOUND_MESSAGES } from '#shared/contract/seller.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let homes: Seller
let rival: Seller
let dana: Awaited<ReturnType<TestServer['addCustomer']>>
beforeAll(async () => {
  server = await startTestServer()
  homes = await server.addAccount('Bluebonnet Homes')
  rival = await server.addAccount('Rival Realty')
  dana = await server.addCustomer()
  for (const account of [homes, rival]) await server.introduce(dana, account)
})
afterAll(() => server.close())

const write = (account: Seller, message: string) =>
  server.call('POST', `/customers/${dana.id}/accounts/${account.id}/text-messages`, {
    token: dana.token,
    body: { message },
  })
const reply = (message: string) =>
  server.call('POST', `/account/api/customers/${dana.id}/text-messages`, {
    token: homes.token,
    body: { message },
  })
const find = async (q: string, { token }: { token: string } = homes) =>
  server.call('GET', `/account/api/text-messages?${new URLSearchParams({ q })}`, { token })
const texts = async (...asked: Parameters<typeof find>) =>
  (await find(...asked)).body.data.map(({ text }: { text: string }) => text)

it('finds what both sides wrote, newest first, with all the words in any order and case', async () => {
  await write(homes, 'Is the Roof new?')
  await reply('A new roof in March.')
  await write(homes, 'And the furnace?')
  const answer = await find('NEW roof')
  expect(answer.body.data).toEqual([
    {
      id: expect.any(Number),
      customer: { id: dana.id, name: 'Dana Whitfield' },
      type: 'outbound',
      text: 'A new roof in March.',
      created_at: expect.stringMatching(/Z$/),
    },
    expect.objectContaining({ type: 'inbound', text: 'Is the Roof new?' }),
  ])
})

it('finds nothing of another company with the same buyer', async () => {
  await write(rival, 'Only for the rival: cellar.')
  expect(await texts('cellar')).toEqual([])
  expect(await texts('cellar', rival)).toEqual(['Only for the rival: cellar.'])
})

it('takes signs of patterns as they are typed', async () => {
  await write(homes, '100% cash_now')
  expect(await texts('100%')).toEqual(['100% cash_now'])
  expect(await texts('h_n')).toEqual(['100% cash_now'])
  expect(await texts('%%%')).toEqual([])
})

it('answers with so many, and refuses less than two signs', async () => {
  for (let line = 0; line <= FOUND_MESSAGES / 2; line++) {
    await write(homes, `Line ${line}`)
    await reply(`Line ${line}, answered`)
  }
  expect(await texts('line')).toHaveLength(FOUND_MESSAGES)
  expect((await find('a')).status).toBe(422)
  expect(await texts('   ')).toEqual([])
})

it('finds the same for a person who may only read', async () => {
  await write(homes, 'The gazebo stays.')
  const { id } = await server.database.db
    .insertInto('account_members')
    .values({ account_id: homes.id, name: 'Mo Reyes', email: 'mo@lonestar.example', role: 'read_only' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const wanted = { kind: 'member', purpose: 'desk', lifetimeMs: 3_600_000, principalId: id } as const
  const { token } = await issue(server.database.db, wanted)
  expect(await texts('gazebo', { token })).toEqual(['The gazebo stays.'])
})

it('finds a text no more once it was removed', async () => {
  await write(homes, 'An insult with a zither.')
  const [found] = (await find('zither')).body.data
  await server.database.db
    .updateTable('messages')
    .set({ body: 'This message was removed.' })
    .where('id', '=', found.id)
    .execute()
  expect(await texts('zither')).toEqual([])
})

it('finds in an inbox with thousands of messages what reading all of them finds, in the same order', async () => {
  await fill(4000)
  for (const q of [
    'roof',
    'xyl',
    'Qx',
    'roof xylophone',
    'xylo quartz',
    'ÉTÉ',
    'été',
    '5% o',
    '_z',
    'zz',
    'ask',
  ]) {
    const words = q.split(' ')
    const { rows } = await sql<{ id: number }>`
      select m.id from messages m left join inquiries i on i.id = m.inquiry_id
      where m.account_id = ${homes.id} and ${sql.join(
        words.map((word) => sql`strpos(lower(coalesce(m.body, i.message)), lower(${word})) > 0`),
        sql` and `,
      )}
      order by m.sort_at desc, m.id desc limit ${FOUND_MESSAGES}`.execute(server.database.db)
    const found = (await find(q)).body.data.map(({ id }: { id: number }) => id)
    expect(found, q).toEqual(rows.map(({ id }) => id))
  }
  expect(await texts('xylophone')).not.toEqual([])
  expect(await texts('ask quartz')).not.toEqual([])
})

/** The rare words are not among the newest; one of a hundred is a question, whose text is that of its inquiry. */
async function fill(count: number): Promise<void> {
  const property = await server.addProperty(homes.id)
  await sql`insert into messages (customer_id, account_id, type, body, sort_at)
    select ${dana.id}, ${homes.id}, 'inbound', 'Roof ' || md5(n::text) || case when n % 97 = 0 and n > 2000 then ' Xylophone 5% off _z' else '' end
      || case when n % 101 = 0 then ' quartz été' else '' end, now() - make_interval(mins => n)
    from generate_series(1, ${count}::int) n`.execute(server.database.db)
  await sql`with asked as (insert into inquiries (property_id, customer_id, account_id, type, message)
      select ${property}, customer_id, account_id, 'message', 'Ask ' || body || '#' || id from messages
      where account_id = ${homes.id} and id % 50 = 0 and inquiry_id is null returning id, message)
    update messages set body = null, inquiry_id = asked.id from asked
    where messages.id = split_part(asked.message, '#', 2)::bigint`.execute(server.database.db)
}
