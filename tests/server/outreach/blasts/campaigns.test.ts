/** What a seller sends to many buyers: to whom, once, never too often, and never to who does not want it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { wordsKey } from '#server/outreach/blasts/campaigns.ts'
import { sendDueCampaigns } from '#server/outreach/blasts/send-campaigns.ts'
import { CAMPAIGNS_PER_MINUTE } from '#shared/contract/limits.ts'
import { type Seller, startTestServer, type TestServer } from '#tests/support/server.ts'
import { campaignScene, NOON_MS } from './scene.ts'

let server: TestServer
let scene: ReturnType<typeof campaignScene>
let homes: Seller
let rival: Seller
beforeAll(async () => {
  server = await startTestServer({ limits: { campaignsPerMinute: 1000 } })
  scene = campaignScene(server)
})
afterAll(() => server.close({ graceMs: 0 }))
beforeEach(async () => {
  ;({ homes, rival } = await scene.begin())
})

describe('a blast', () => {
  it('stands in the thread of every buyer of the account and goes out by mail, and reaches nobody else', async () => {
    const [dana, erin, other] = [await scene.buyer(homes), await scene.buyer(homes), await scene.buyer(rival)]
    const deal = await server.addProperty(homes.id)
    const blast = await scene.blast(homes, { property_id: deal })
    expect(blast).toMatchObject({ state: 'scheduled', kind: 'blast', channel: 'email' })
    server.said.length = 0
    await scene.sendDue()
    for (const buyer of [dana, erin])
      expect(await scene.thread(homes, buyer)).toMatchObject([
        { action: 'blast', channel: 'email', calculated_body: 'New in Waco', property: { id: deal } },
      ])
    expect(server.said.some(({ channel }) => channel.includes(`Customer.${other.id}`))).toBe(false)
    // To each buyer on two channels, and to the account.
    expect(server.said).toHaveLength(6)
    const mails = await scene.deliveries()
    expect(mails.map(({ customer_id }) => customer_id)).toEqual([dana.id, erin.id])
    expect(mails[0]).toMatchObject({ channel: 'email', type: 'blast', mail_type: 'blast' })
    expect(await scene.campaign(homes, blast)).toMatchObject({
      state: 'sent',
      stats: { audience: 2, sent: 2, waiting: 0, left_out: {} },
    })
  })

  it('by mail needs the seller’s postal address, which each mail says; one by text does not', async () => {
    await scene.buyer(homes)
    const address = async (postal_address: string) =>
      expect(
        (await server.call('PUT', '/account/api/company', { token: homes.token, body: { postal_address } }))
          .status,
      ).toBe(200)
    await address('')
    const words = { message: 'New in Waco', audience: {} }
    const refused = await scene.post(homes, '/blasts', { channel: 'email', subject: 'New', ...words })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.channel).toEqual([
      'Enter the postal address of your company under Company, Settings. The law requires it in each marketing email.',
    ])
    const preview = await scene.post(homes, '/blasts/preview', { channel: 'email', message: 'New in Waco' })
    expect(preview.body.data.text).toContain(
      'Bluebonnet Homes, (the postal address of your company: enter it',
    )
    expect((await scene.post(homes, '/blasts', { channel: 'sms', ...words })).status).toBe(201)
    await address('12 Main Street, Waco, TX 76701')
    await scene.blast(homes, {})
    await scene.sendDue()
    expect(JSON.stringify(await scene.deliveries())).toContain(
      'Bluebonnet Homes, 12 Main Street, Waco, TX 76701',
    )
  })

  it.each([
    ['about a hidden deal', true],
    ['about no deal in particular', false],
  ])('%s says its street nowhere: not in the thread, the mail, or the preview', async (_what, isNamed) => {
    const dana = await scene.buyer(homes)
    const id = await server.addProperty(homes.id, '1418 Sumpter Street')
    const { db } = server.database
    await db.updateTable('properties').set({ is_street_shown: false }).where('id', '=', id).execute()
    const words = {
      subject: 'Sumpter St!',
      message: 'Drive by 1418 S\u200bumpter, corner of Sumpter & Lyons.',
    }
    const draft = { channel: 'email', ...words, ...(isNamed ? { property_id: id } : {}) }
    const preview = await scene.post(homes, '/blasts/preview', draft)
    expect(preview.body.data.subject).toBe('(address on request)!')
    await scene.blast(homes, draft)
    await scene.sendDue()
    const thread = `/customer/api/customers/${dana.id}/text-messages?filter[account_id]=${homes.id}`
    const { body } = await server.call('GET', thread, { token: dana.token })
    expect(body.data).toHaveLength(1)
    const told = [preview.body, body, await scene.deliveries()]
    expect(JSON.stringify(told)).toContain('Drive by (address on request), corner of (address on request).')
    expect(JSON.stringify(told)).not.toMatch(/sumpter|1418/i)
  })

  it('about one deal does not tell the hidden street of another one', async () => {
    const dana = await scene.buyer(homes)
    const shown = await server.addProperty(homes.id, '9 Elm Street')
    const hidden = await server.addProperty(homes.id, '1418 Sumpter Street')
    const { db } = server.database
    await db.updateTable('properties').set({ is_street_shown: false }).where('id', '=', hidden).execute()
    const draft = {
      property_id: shown,
      subject: '9 Elm St, the Sumpter flip',
      message: 'Also 1418 Sumpter St.',
    }
    const preview = await scene.post(homes, '/blasts/preview', { channel: 'email', ...draft })
    expect(preview.body.data.subject).toBe('9 Elm St, the (address on request) flip')
    await scene.blast(homes, draft)
    await scene.sendDue()
    const thread = await scene.thread(homes, dana)
    expect(JSON.stringify(thread)).toContain('Also (address on request).')
    expect(JSON.stringify([preview.body, thread, await scene.deliveries()])).not.toMatch(/sumpter|1418/i)
  })

  it('without words says Blast, which the messenger hides', async () => {
    const dana = await scene.buyer(homes)
    await scene.blast(homes, { message: ' ' })
    await scene.sendDue()
    expect(await scene.thread(homes, dana)).toMatchObject([{ calculated_body: 'Blast' }])
  })

  it('goes out once, however often it is tried', async () => {
    const dana = await scene.buyer(homes)
    await scene.blast(homes)
    await Promise.all([scene.sendDue(), scene.sendDue()])
    await scene.sendDue()
    expect(await scene.thread(homes, dana)).toHaveLength(1)
    expect(await scene.deliveries()).toHaveLength(1)
  })

  it('posted twice with one Idempotency-Key is one campaign', async () => {
    const dana = await scene.buyer(homes)
    const press = () =>
      server.call('POST', '/account/api/blasts', {
        token: homes.token,
        body: { channel: 'email', message: 'New in Waco' },
        headers: { 'Idempotency-Key': 'one-press' },
      })
    await Promise.all([press(), press()])
    await scene.sendDue()
    await press()
    await scene.sendDue()
    const list = await server.call('GET', '/account/api/campaigns', { token: homes.token })
    expect(list.body.data).toMatchObject([{ state: 'sent', stats: { audience: 1, sent: 1, left_out: {} } }])
    expect(await scene.thread(homes, dana)).toHaveLength(1)
  })

  it('that is planned waits for its time, and can be called off until then', async () => {
    const dana = await scene.buyer(homes)
    const later = await scene.blast(homes, { send_at: new Date(Date.now() + 3_600_000).toISOString() })
    await scene.sendDue()
    expect(await scene.thread(homes, dana)).toEqual([])
    const cancel = `/account/api/campaigns/${later.id}/cancel`
    expect((await server.call('PUT', cancel, { token: homes.token })).body.data.state).toBe('cancelled')
    await scene.sendDue(Date.now() + 7_200_000)
    expect(await scene.thread(homes, dana)).toEqual([])
    const sent = await scene.blast(homes)
    await scene.sendDue()
    const late = await server.call('PUT', `/account/api/campaigns/${sent.id}/cancel`, { token: homes.token })
    expect([late.status, late.body.code]).toEqual([409, 'past'])
  })

  it('by text waits for the morning of the buyer, and goes to nobody who did not agree to texts', async () => {
    const [dana, erin] = [await scene.buyer(homes), await scene.buyer(homes)]
    await scene.phoneOf(dana)
    const blast = await scene.blast(homes, { channel: 'sms' })
    // Eleven at night in Texas.
    await scene.sendDue(Date.parse('2031-03-06T05:00:00Z'))
    expect(await scene.deliveries()).toMatchObject([
      { channel: 'sms', customer_id: dana.id, due_at: new Date('2031-03-06T14:00:00Z') },
    ])
    expect(await scene.thread(homes, erin)).toEqual([])
    expect((await scene.campaign(homes, blast)).stats).toMatchObject({
      sent: 1,
      left_out: { unreachable: 1 },
    })
  })

  it('says in its link nothing of who gets it, and counts who follows it', async () => {
    const dana = await scene.buyer(homes)
    const deal = await server.addProperty(homes.id)
    const blast = await scene.blast(homes, { property_id: deal })
    await scene.sendDue()
    const [mail] = await scene.deliveries()
    const { button } = (mail?.content ?? {}) as { button?: { url: string } }
    const url = new URL(button?.url ?? '')
    expect(url.pathname).toMatch(/^\/b\/[\w-]{16}$/)
    expect(JSON.stringify(mail?.content)).not.toContain(dana.email)
    const answer = await server.call('GET', url.pathname)
    expect([answer.status, answer.headers.location]).toEqual([302, `/property/${deal}`])
    expect((await scene.campaign(homes, blast)).results).toMatchObject({ clicked: 1, read: 0, replied: 0 })
    expect((await server.call('GET', '/b/AAAAAAAAAAAAAAAA')).headers.location).toBe('/')
  })
})

describe('nobody is written to', () => {
  it('more often than three times in seven days, by whomever', async () => {
    const dana = await scene.buyer(homes, rival)
    for (const [index, seller] of [homes, rival, homes].entries()) {
      await scene.blast(seller, { message: `Word ${index}` })
      await scene.sendDue(NOON_MS + index)
    }
    const fourth = await scene.blast(rival, { message: 'One more' })
    await scene.sendDue(NOON_MS + 10)
    expect((await scene.campaign(rival, fourth)).stats.left_out).toEqual({ cap: 1 })
    const nextWeek = await scene.blast(rival, { message: 'One more' })
    await scene.sendDue(NOON_MS + 7 * 86_400_000)
    expect((await scene.campaign(rival, nextWeek)).stats.sent).toBe(1)
    expect(await scene.thread(rival, dana)).toHaveLength(2)
  })

  it('about a house that another seller offered them this month', async () => {
    await scene.buyer(homes, rival)
    const [ours, theirs, another] = [
      await server.addProperty(homes.id, '9 Cedar St'),
      await server.addProperty(rival.id, ' 9 cedar st'),
      await server.addProperty(rival.id, '10 Cedar St'),
    ]
    await scene.blast(homes, { property_id: ours })
    await scene.sendDue()
    const again = await scene.blast(rival, { property_id: theirs })
    const other = await scene.blast(rival, { property_id: another })
    await scene.sendDue()
    expect((await scene.campaign(rival, again)).stats).toMatchObject({ sent: 0, left_out: { repeated: 1 } })
    expect((await scene.campaign(rival, other)).stats.sent).toBe(1)
  })

  it('but not about a house whose street is hidden: another seller who guesses it is not told that they did', async () => {
    await scene.buyer(homes, rival)
    const [hidden, shown, guess] = [
      await server.addProperty(homes.id, '77 Elm St'),
      await server.addProperty(homes.id, '78 Elm St'),
      await server.addProperty(rival.id, '77 Elm St'),
    ]
    const { db } = server.database
    const hide = (id: number) =>
      db.updateTable('properties').set({ is_street_shown: false }).where('id', '=', id).execute()
    await hide(hidden)
    await scene.blast(homes, { property_id: hidden })
    await scene.blast(homes, { property_id: shown })
    await scene.sendDue()
    const asked = async (property_id: number) =>
      (
        await server.call('POST', '/account/api/campaigns/audience', {
          token: rival.token,
          body: { property_id, audience: {} },
        })
      ).body.data
    expect(await asked(guess)).toMatchObject({ count: 1, reachable: 1, left_out: {} })
    // Hidden after it went out.
    await db.updateTable('properties').set({ address: '78 Elm St' }).where('id', '=', guess).execute()
    expect(await asked(guess)).toMatchObject({ left_out: { repeated: 1 } })
    await hide(shown)
    expect(await asked(guess)).toMatchObject({ reachable: 1, left_out: {} })
    const again = await scene.blast(rival, { property_id: guess })
    await scene.sendDue()
    expect((await scene.campaign(rival, again)).stats.sent).toBe(1)
  })

  it('twice in the same words on one day', async () => {
    const dana = await scene.buyer(homes)
    await scene.blast(homes)
    await scene.blast(homes, { message: ' new in waco ' })
    await scene.sendDue()
    expect(await scene.thread(homes, dana)).toHaveLength(1)
  })

  it('who stopped such mails, has no confirmed address, or hid the deal', async () => {
    const [stopped, hides, unknown] = [
      await scene.buyer(homes),
      await scene.buyer(homes),
      await server.addCustomer('Uma Unknown', { isConfirmed: false }),
    ]
    await server.introduce(unknown, homes)
    const deal = await server.addProperty(homes.id)
    const { db } = server.database
    const off = { customer_id: stopped.id, type: 'blast', is_subscribed: false }
    await db.insertInto('mail_preferences').values(off).execute()
    const hidden = { customer_id: hides.id, property_id: deal, hidden_at: new Date() }
    await db.insertInto('deal_marks').values(hidden).execute()
    const blast = await scene.blast(homes, { property_id: deal })
    await scene.sendDue()
    expect((await scene.campaign(homes, blast)).stats).toMatchObject({
      audience: 3,
      sent: 0,
      left_out: { opted_out: 1, hidden: 1, unreachable: 1 },
    })
    expect(await scene.deliveries()).toEqual([])
  })
})

describe('the audience', () => {
  it('can be those with a tag, and is counted before anything is sent, with who would be left out', async () => {
    const [dana, erin] = [
      await scene.buyer(homes),
      await server.addCustomer('Erin Vale', { isConfirmed: false }),
    ]
    await server.introduce(erin, homes)
    await scene.buyer(homes)
    const { db } = server.database
    await db
      .updateTable('account_buyers')
      .set({ tags: JSON.stringify(['cash']) })
      .where('customer_id', 'in', [dana.id, erin.id])
      .execute()
    const audience = { tags: ['cash'] }
    const counted = await scene.post(homes, '/campaigns/audience', { channel: 'email', audience })
    expect(counted.body.data).toEqual({ count: 2, reachable: 1, left_out: { unreachable: 1 } })
    const blast = await scene.blast(homes, { audience })
    await scene.sendDue()
    expect((await scene.campaign(homes, blast)).stats).toMatchObject({ audience: 2, sent: 1 })
  })

  it('is refused when its filters cannot be read, or its deal is another’s', async () => {
    const foreign = await server.addProperty(rival.id)
    const asked = [{ query: 'price=cheap' }, { query: 'cash buyers' }, { deal_id: foreign }]
    for (const audience of asked) {
      const answer = await scene.post(homes, '/blasts', { channel: 'email', message: 'x', audience })
      expect(answer.status).toBe(422)
    }
  })
})

describe('a node that dies', () => {
  it('in the middle of a blast leaves the rest to another, and nobody gets it twice', async () => {
    for (let n = 0; n < 12; n++) await scene.buyer(homes)
    const blast = await scene.blast(homes)
    let announced = 0
    const dying = scene.deps(Date.now() + 1000)
    const announce = async () => {
      announced++
      if (announced === 5) throw new Error('the node died')
      return undefined as never
    }
    await sendDueCampaigns({ ...dying, messenger: { announce } }, () => announced === 5)
    expect((await scene.campaign(homes, blast)).stats).toMatchObject({ audience: 12, sent: 5, waiting: 7 })
    await Promise.all([scene.sendDue(), scene.sendDue()])
    await scene.sendDue()
    expect((await scene.campaign(homes, blast)).stats).toMatchObject({ sent: 12, waiting: 0 })
    expect(await scene.deliveries()).toHaveLength(12)
    const messages = server.database.db.selectFrom('messages').select('customer_id')
    const rows = await messages.where('account_id', '=', homes.id).execute()
    expect(new Set(rows.map(({ customer_id }) => customer_id)).size).toBe(rows.length)
  })
})

it('a digest is the words with the first deal, then one card for each further deal', async () => {
  const dana = await scene.buyer(homes)
  const deals = [await server.addProperty(homes.id, '1 A St'), await server.addProperty(homes.id, '2 B St')]
  const answer = await scene.post(homes, '/deals-digests', { message: 'This week', property_ids: deals })
  expect([answer.status, answer.body.data.kind]).toEqual([201, 'deals_digest'])
  await scene.sendDue()
  expect((await scene.thread(homes, dana)).reverse()).toMatchObject([
    { action: 'deals_digest', calculated_body: 'This week', property: { id: deals[0] } },
    { action: 'deals_digest', calculated_body: null, property: { id: deals[1] } },
  ])
})

it('a test goes to who writes it and to nobody else', async () => {
  const dana = await scene.buyer(homes)
  const preview = await scene.post(homes, '/blasts/preview', { channel: 'email', message: 'Look at <this>' })
  expect(preview.body.data.text).toContain('Look at <this>')
  expect((await scene.post(homes, '/blasts/test', { channel: 'email', message: 'Look' })).status).toBe(200)
  const outbox = await server.database.db.selectFrom('outbox').selectAll().execute()
  expect(outbox.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [homes.email, 'Test: A message from Bluebonnet Homes'],
  ])
  expect(await scene.thread(homes, dana)).toEqual([])
})

it('words are the same whatever their capitals and blanks', () => {
  expect(wordsKey(['blast', ' New in Waco '])).toBe(wordsKey(['blast', 'new in waco']))
  expect(wordsKey(['a', 'b'])).not.toBe(wordsKey(['ab', '']))
})

it('one blast too many in a minute is refused', async () => {
  const usual = await startTestServer({ database: { ...server.database, close: async () => {} } })
  const eager = await server.addAccount('Eager Homes')
  const blast = () =>
    usual.call('POST', '/account/api/blasts', { token: eager.token, body: { channel: 'sms' } })
  for (let n = 0; n < CAMPAIGNS_PER_MINUTE; n++) expect((await blast()).status).toBe(201)
  const refused = await blast()
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  await usual.close({ graceMs: 0 })
})
