import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EMBEDDED_PARTS } from '#server/providers/providers.ts'
import { links } from '#shared/contract/pages.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { notificationScene } from '../../notifications/centre/scene.ts'
import { createDevice, signedFor, startPushService } from './push-service.ts'

let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
let scene: ReturnType<typeof notificationScene>
let dana: Person
let last = 0
beforeAll(async () => {
  service = await startPushService()
  server = await startTestServer({
    parts: { ...EMBEDDED_PARTS, push: { alsoHosts: [service.host] } },
    publicUrl: 'https://plat.test',
  })
  scene = notificationScene(server)
})
beforeEach(async () => {
  service.taken.length = 0
  dana = await server.addCustomer()
})
afterAll(async () => {
  await server.close()
  await service.close()
})

async function device(who: Person) {
  const path = `/device/${++last}`
  const made = createDevice(`http://${service.host}${path}`)
  const { status } = await scene.call(who, 'PUT', '/push-devices', made.subscription)
  return { ...made, path, status }
}
const push = { type: 'price_drop', title: 'It costs less', url: links.deal(7) } as const

describe('notices on devices', () => {
  it('reach every device of a person, readable by it alone and signed for its service', async () => {
    const [phone, laptop] = [await device(dana), await device(dana)]
    await scene.tell(scene.news(dana, { ...push, key: 'drop 7', body: 'Now $180,000.' }))
    await scene.deliver()
    expect(service.taken.map(({ path }) => path).toSorted()).toEqual([phone.path, laptop.path].toSorted())
    const came = service.taken.find(({ path }) => path === phone.path)
    const tag = `push ${dana.id} drop 7`
    expect(phone.read(came?.body ?? Buffer.alloc(0))).toEqual({
      title: push.title,
      body: 'Now $180,000.',
      url: push.url,
      tag,
    })
    expect(() => laptop.read(came?.body ?? Buffer.alloc(0))).toThrow()
    const { key } = (await scene.call(dana, 'GET', '/push-key')).body
    const origin = `http://${service.host}`
    expect(await signedFor(came?.headers.authorization ?? '', { origin, key })).toMatchObject({
      sub: 'https://plat.test',
    })
    expect(came?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  })

  it('a device that is gone is forgotten, and the others still get theirs', async () => {
    const [gone, there] = [await device(dana), await device(dana)]
    service.answer(gone.path, 410)
    await scene.tell(scene.news(dana, push))
    await scene.deliver()
    service.taken.length = 0
    await scene.tell(scene.news(dana, push))
    await scene.deliver()
    expect(service.taken.map(({ path }) => path)).toEqual([there.path])
    expect((await scene.call(dana, 'GET', '/notification-preferences')).body.data.devices).toBe(1)
  })

  it('a service in trouble is asked again later', async () => {
    const { path } = await device(dana)
    service.answer(path, 503)
    await scene.tell(scene.news(dana, push))
    await scene.deliver()
    expect(await scene.states(dana)).toContainEqual(
      expect.objectContaining({ channel: 'push', state: 'waiting', tries: 1 }),
    )
    service.answer(path, 201)
    scene.clock.nowMs += 60_000
    await scene.deliver()
    expect(await scene.states(dana)).toContainEqual(
      expect.objectContaining({ channel: 'push', state: 'sent' }),
    )
  })

  it('only addresses of push services are ever called', async () => {
    const inside = createDevice('http://169.254.169.254/latest').subscription
    expect((await scene.call(dana, 'PUT', '/push-devices', inside)).status).toBe(422)
    const { endpoint, keys } = createDevice('http://127.0.0.1:1/').subscription
    await device(dana)
    const { session_id } = await scene.db
      .selectFrom('push_devices')
      .select('session_id')
      .where('customer_id', '=', dana.id)
      .executeTakeFirstOrThrow()
    await scene.db.deleteFrom('push_devices').where('customer_id', '=', dana.id).execute()
    const row = { customer_id: dana.id, session_id, endpoint, p256dh: keys.p256dh, auth: keys.auth }
    await scene.db.insertInto('push_devices').values(row).execute()
    await scene.tell(scene.news(dana, push))
    await scene.deliver()
    expect(service.taken).toEqual([])
  })

  it('a browser where somebody logged out shows nothing of theirs', async () => {
    const [left, kept] = [dana, await server.addCustomer()]
    await device(left)
    await device(kept)
    await server.call('POST', '/logout', { token: left.token })
    await scene.tell(scene.news(left, push), scene.news(kept, push))
    await scene.deliver()
    expect(service.taken).toHaveLength(1)
  })

  it('a browser belongs to who turned notices on last, and none is left when they are turned off', async () => {
    const eli = await server.addCustomer()
    const shared = await device(dana)
    await scene.call(eli, 'PUT', '/push-devices', shared.subscription)
    await scene.tell(scene.news(dana, push), scene.news(eli, push))
    await scene.deliver()
    expect(service.taken).toHaveLength(1)
    const { endpoint } = shared.subscription
    await scene.call(dana, 'POST', '/push-devices/remove', { endpoint })
    expect((await scene.call(eli, 'GET', '/notification-preferences')).body.data.devices).toBe(1)
    await scene.call(eli, 'POST', '/push-devices/remove', { endpoint })
    expect((await scene.call(eli, 'GET', '/notification-preferences')).body.data.devices).toBe(0)
  })

  it('a message of a seller is told on the devices of who has no page open', async () => {
    await device(dana)
    const account = await server.addAccount('Bluebonnet Homes')
    await server.introduce(dana, account)
    await server.messenger.sendFromAccount({
      accountId: account.id,
      customerId: dana.id,
      body: 'Come and see',
    })
    // The mail waits: it is not sent if the message is read within ten minutes.
    expect(await scene.states(dana)).toMatchObject([{ channel: 'email' }, { channel: 'push' }])
  })
})
