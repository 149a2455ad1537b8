import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { links } from '#shared/contract/pages.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStaff } from '../../admin/staff.ts'
import { createMailServer, HOUR_MS, MINUTE_MS, notificationScene, TEN_AM } from './scene.ts'

let server: TestServer
let scene: ReturnType<typeof notificationScene>
let dana: Person
let phone: string
let last = 2000
beforeAll(async () => {
  server = await startTestServer()
  scene = notificationScene(server)
})
beforeEach(async () => {
  scene.clock.nowMs = TEN_AM
  dana = await server.addCustomer()
  phone = `+1713555${++last}`
})
afterAll(() => server.close())

describe('what goes out', () => {
  it('a mail is greeted by name, leads to the place, and has a link to get no more of them', async () => {
    await scene.tell(scene.news(dana, { title: 'It costs less', body: 'Now $180,000.', url: links.deal(7) }))
    await scene.deliver()
    const [mail] = await scene.mails(dana)
    expect(mail?.subject).toBe('It costs less')
    expect(mail?.body_text).toContain('Now $180,000.')
    expect(mail?.body_text).toContain('https://plat.test/property/7')
    const wayOut = /https:\/\/plat\.test\/user\/unsubscribe\/\S+/.exec(mail?.body_text ?? '')?.[0]
    expect(mail?.headers).toEqual({
      'List-Unsubscribe': `<${wayOut}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  it('a scanner that opens the link ends nothing; one press of the mail program does', async () => {
    const path = async () => {
      await scene.tell(scene.news(dana))
      await scene.deliver()
      return new URL((await scene.mails(dana)).at(-1)?.headers['List-Unsubscribe']?.slice(1, -1) ?? '')
        .pathname
    }
    await server.call('GET', await path())
    const address = await path()
    expect(await scene.mails(dana)).toHaveLength(2)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    await server.call('POST', address, { headers: form, body: 'List-Unsubscribe=One-Click' })
    await scene.tell(scene.news(dana))
    await scene.deliver()
    expect(await scene.mails(dana)).toHaveLength(2)
    // The bell has it all the same, and the next visit can turn mails on again.
    expect((await scene.list(dana)).unread_count).toBe(3)
    await scene.set(dana, { cells: [{ type: 'price_drop', channel: 'email', frequency: 'instant' }] })
    await scene.tell(scene.news(dana))
    await scene.deliver()
    expect(await scene.mails(dana)).toHaveLength(3)
  })

  it('what is turned off between being queued and going does not go', async () => {
    await scene.tell(scene.news(dana))
    await scene.set(dana, { cells: [{ type: 'price_drop', channel: 'email', frequency: 'off' }] })
    await scene.deliver()
    expect(await scene.mails(dana)).toEqual([])
    expect(await scene.states(dana)).toMatchObject([{ state: 'dropped', note: 'turned off' }])
  })

  it('only mails of service go to an address that nobody said is theirs', async () => {
    await scene.tell(scene.news(dana), scene.news(dana, { type: 'offer', title: 'It was accepted' }))
    await scene.db
      .updateTable('customers')
      .set({ email_confirmed_at: null })
      .where('id', '=', dana.id)
      .execute()
    await scene.deliver()
    expect((await scene.mails(dana)).map(({ subject }) => subject)).toEqual(['It was accepted'])
  })

  it('a mail server that is down for an hour costs time and no mail, and the person can see it', async () => {
    const { taken, line, parts } = createMailServer(server)
    await scene.tell(scene.news(dana), scene.news(dana), scene.news(dana))
    for (; scene.clock.nowMs < TEN_AM + HOUR_MS; scene.clock.nowMs += MINUTE_MS)
      await scene.deliver({ parts })
    expect(taken).toEqual([])
    const { data } = (await scene.call(dana, 'GET', '/notification-preferences')).body
    expect(data).toMatchObject({ delayed: 3, undelivered: 0 })
    const [first] = await scene.states(dana)
    expect(first?.note).toContain('ECONNREFUSED')
    // Not once a minute: the pauses grow.
    expect(first?.tries).toBeLessThan(10)
    line.isUp = true
    scene.clock.nowMs += HOUR_MS
    await scene.deliver({ parts })
    await scene.deliver({ parts })
    expect(taken).toHaveLength(3)
    expect((await scene.call(dana, 'GET', '/notification-preferences')).body.data.delayed).toBe(0)
  })

  it('is given up after two days of tries, reported, and delivered when staff retry it', async () => {
    const { taken, line, parts } = createMailServer(server)
    const avery = await addStaff(server, 'Avery')
    const begin = scene.clock.nowMs
    await scene.tell(scene.news(dana))
    // One that has failed so often is tried once an hour.
    for (let left = 100; left > 0 && (await scene.states(dana))[0]?.state === 'waiting'; left--) {
      scene.clock.nowMs += HOUR_MS
      await scene.deliver({ parts })
    }
    expect(await scene.states(dana)).toMatchObject([{ state: 'failed', tries: 70 }])
    expect(scene.clock.nowMs - begin).toBeGreaterThan(48 * HOUR_MS)
    await scene.db.updateTable('deliveries').set({ ended_at: new Date() }).execute()
    expect((await scene.call(dana, 'GET', '/notification-preferences')).body.data.undelivered).toBe(1)

    const asked = (method: 'GET' | 'POST', path: string) =>
      server.call(method, `/admin/api/failed-work${path}`, { token: avery.token })
    const [work] = (await asked('GET', '')).body.data
    expect(work).toMatchObject({
      kind: 'deliver',
      label: 'Mail, text or notice',
      state: 'given_up',
      tries: 70,
      error: expect.stringContaining('ECONNREFUSED'),
    })
    expect((await server.call('GET', '/metrics')).body).toContain('plat_dead_letters{kind="deliver"} 1')
    expect((await asked('POST', `/${work.id}/retry`)).status).toBe(200)
    line.isUp = true
    scene.clock.nowMs = Date.now() + MINUTE_MS
    await scene.deliver({ parts })
    expect(taken).toHaveLength(1)
    expect((await asked('GET', '')).body.data).toEqual([])
    expect((await asked('GET', '?state=trying')).body.data).toEqual([])
  })

  it('a node that dies after handing over has it not sent twice', async () => {
    await scene.tell(scene.news(dana))
    await scene.deliver()
    // As it stands when the node died before it wrote the end down.
    await scene.db
      .updateTable('deliveries')
      .set({ state: 'waiting' })
      .where('customer_id', '=', dana.id)
      .execute()
    await scene.deliver()
    expect(await scene.mails(dana)).toHaveLength(1)
    expect(await scene.states(dana)).toMatchObject([{ state: 'sent' }])
  })

  it('what somebody waits for does not wait behind many blasts and digests', async () => {
    const { taken, line, parts } = createMailServer(server)
    line.isUp = true
    const blasts = Array.from({ length: 40 }, () => scene.news(dana, { type: 'blast' }))
    await scene.tell(...blasts)
    scene.clock.nowMs += MINUTE_MS
    await scene.tell(scene.news(dana, { type: 'offer', title: 'It was accepted' }))
    await scene.deliver({ parts })
    expect(taken).toHaveLength(41)
    // Twenty are claimed together and handed over by several at once; behind the blasts it would be the last of all.
    expect(taken.slice(0, 20).map(({ subject }) => subject)).toContain('It was accepted')
  })

  it('two nodes at it share it', async () => {
    const many = await Promise.all(Array.from({ length: 3 }, () => server.addCustomer()))
    await scene.tell(...many.flatMap((who) => Array.from({ length: 30 }, () => scene.news(who))))
    const [one, other] = await Promise.all([scene.deliver(), scene.deliver()])
    expect(one + other).toBe(90)
    for (const who of many) expect(await scene.mails(who)).toHaveLength(30)
  })

  it('texts wait for the morning, and for nobody’s agreement they do not wait at all', async () => {
    await scene.tell(scene.news(dana, { type: 'blast' }))
    await scene.addNumber(dana, phone)
    scene.clock.nowMs = Date.parse('2026-06-11T03:00:00.000Z')
    await scene.tell(scene.news(dana, { type: 'blast', title: 'At night' }))
    await scene.deliver()
    expect(await scene.texts(phone)).toEqual([])
    scene.clock.nowMs = Date.parse('2026-06-11T13:00:00.000Z')
    await scene.deliver()
    const texts = await scene.texts(phone)
    expect(texts.map(({ body_text }) => body_text)).toEqual([
      'Plat: At night https://plat.test/for-you Reply STOP to end.',
    ])
  })

  it('STOP ends texts that wait already', async () => {
    await scene.addNumber(dana, phone)
    await scene.tell(scene.news(dana, { type: 'blast' }))
    await scene.db
      .updateTable('customer_phones')
      .set({ opted_in: false })
      .where('phone', '=', phone)
      .execute()
    await scene.deliver()
    expect(await scene.texts(phone)).toEqual([])
  })

  it('nobody gets more than five texts about news within a day', async () => {
    await scene.addNumber(dana, phone)
    for (let count = 0; count < 8; count++) await scene.tell(scene.news(dana, { type: 'blast' }))
    await scene.deliver()
    expect(await scene.texts(phone)).toHaveLength(5)
    scene.clock.nowMs += 23 * HOUR_MS
    await scene.tell(scene.news(dana, { type: 'blast' }))
    await scene.deliver()
    expect(await scene.texts(phone)).toHaveLength(5)
    scene.clock.nowMs += 2 * HOUR_MS
    await scene.tell(scene.news(dana, { type: 'blast' }))
    await scene.deliver()
    expect(await scene.texts(phone)).toHaveLength(6)
  })
})
