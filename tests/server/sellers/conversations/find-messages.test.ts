/** The seller app's search in message texts: all the words, in any case, of this account's conversations alone. */
import { afterAll, beforeAll, expect, it } from 'vitest'
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
