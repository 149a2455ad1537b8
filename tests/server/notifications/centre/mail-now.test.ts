/** A mail of service while the mail server is down: later, once, in the same words, and its person can see that it waits. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMails } from '#server/accounts/login/mails.ts'
import { mailNow } from '#server/notifications/deliveries/mail-now.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createMailServer, HOUR_MS, MINUTE_MS, notificationScene } from './scene.ts'

let server: TestServer
let scene: ReturnType<typeof notificationScene>
beforeAll(async () => {
  server = await startTestServer()
  scene = notificationScene(server)
})
afterAll(() => server.close())

it('a notice of a new password outlives an hour without a mail server', async () => {
  const { taken, line, parts } = createMailServer(server)
  const dana = await server.addCustomer('Dana Whitfield')
  await createMails({ ...scene.deps, parts }).passwordChanged({ ...dana, name: 'Dana Whitfield' })
  const begin = Date.now()
  for (scene.clock.nowMs = begin; scene.clock.nowMs < begin + HOUR_MS; scene.clock.nowMs += 5 * MINUTE_MS)
    await scene.deliver({ parts })
  const delayed = async () => (await scene.call(dana, 'GET', '/notification-preferences')).body.data.delayed
  expect([taken.length, await delayed()]).toEqual([0, 1])
  line.isUp = true
  scene.clock.nowMs += HOUR_MS
  await scene.deliver({ parts })
  await scene.deliver({ parts })
  expect(taken).toMatchObject([{ to: dana.email, subject: 'Your password was changed' }])
  expect(taken[0]?.text).toContain('Hello Dana Whitfield,')
  expect(await delayed()).toBe(0)
})

it('one to a seller, or to who has no account any more, waits as well', async () => {
  const { taken, line, parts } = createMailServer(server)
  const mail = { to: 'sam@example.com', subject: 'An offer waits', text: 'Words', html: '<p>Words</p>' }
  await mailNow({ ...scene.deps, parts }, { ...mail, type: 'offer', customerId: null })
  line.isUp = true
  scene.clock.nowMs = Date.now() + MINUTE_MS
  await scene.deliver({ parts })
  expect(taken).toMatchObject([mail])
})

it('one that is taken at once leaves nothing behind', async () => {
  const { taken, line, parts } = createMailServer(server)
  line.isUp = true
  const dana = await server.addCustomer()
  await createMails({ ...scene.deps, parts }).passwordChanged(dana)
  expect([taken.length, await scene.states(dana)]).toEqual([1, []])
})
