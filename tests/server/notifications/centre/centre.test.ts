import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { links } from '#shared/contract/pages.ts'
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts'
import { notificationScene } from './scene.ts'

let server: TestServer
let scene: ReturnType<typeof notificationScene>
let dana: Person
beforeAll(async () => {
  server = await startTestServer()
  scene = notificationScene(server)
})
beforeEach(async () => {
  dana = await server.addCustomer()
})
afterAll(() => server.close())

const titles = async (query = '') =>
  (await scene.list(dana, query)).data.map(({ title }: { title: string }) => title)

describe('the bell', () => {
  it('shows what one was told, the latest first, and says it live with the count', async () => {
    await scene.tell(scene.news(dana, { title: 'First' }))
    server.said.length = 0
    await scene.tell(scene.news(dana, { title: 'Second', body: 'More of it', url: links.deal(7) }))
    const { data, unread_count } = await scene.list(dana)
    expect(data.map(({ title }: { title: string }) => title)).toEqual(['Second', 'First'])
    expect(data[0]).toMatchObject({
      type: 'price_drop',
      body: 'More of it',
      url: '/property/7',
      read_at: null,
    })
    expect(unread_count).toBe(2)
    expect(server.said).toMatchObject([
      {
        channel: `App.Models.Customer.${dana.id}.Session`,
        event: 'NotificationsUpdated',
        payload: { unread_count: 2, latest: { title: 'Second' } },
      },
    ])
  })

  it('the same news is told once, whoever tells it and how often', async () => {
    const news = scene.news(dana, { key: 'match 7' })
    await Promise.all([scene.tell(news), scene.tell(news), scene.tell(news)])
    expect(await titles()).toHaveLength(1)
    await scene.deliver()
    expect(await scene.mails(dana)).toHaveLength(1)
  })

  it('what was read is read on every device, and may be unread again', async () => {
    await scene.tell(scene.news(dana), scene.news(dana))
    const [{ id }] = (await scene.list(dana)).data
    server.said.length = 0
    expect((await scene.call(dana, 'PUT', '/notifications/read', { ids: [id] })).body).toEqual({
      unread_count: 1,
    })
    expect(server.said).toMatchObject([{ payload: { unread_count: 1, latest: null } }])
    expect(await titles('?only=unread')).toHaveLength(1)
    const undone = await scene.call(dana, 'PUT', '/notifications/read', { ids: [id], is_read: false })
    expect(undone.body).toEqual({ unread_count: 2 })
  })

  it('marking all as read leaves what came after the list was shown', async () => {
    await scene.tell(scene.news(dana))
    const [{ id }] = (await scene.list(dana)).data
    await scene.tell(scene.news(dana, { title: 'Came since' }))
    await scene.call(dana, 'PUT', '/notifications/read', { up_to: id })
    expect(await titles('?only=unread')).toEqual(['Came since'])
  })

  it('nobody reads another’s, nor marks them', async () => {
    const eli = await server.addCustomer()
    await scene.tell(scene.news(dana))
    const [{ id }] = (await scene.list(dana)).data
    expect((await scene.list(eli)).data).toEqual([])
    await scene.call(eli, 'PUT', '/notifications/read', { ids: [id] })
    await scene.call(eli, 'PUT', '/notifications/read', { up_to: id })
    expect((await scene.list(dana)).unread_count).toBe(1)
  })

  it('comes by pages without a gap, also where many came in the same moment', async () => {
    const news = Array.from({ length: 65 }, (_, index) => scene.news(dana, { title: `News ${index}` }))
    await scene.tell(...news)
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: { data: { title: string }[]; next: string | null } = await scene.list(
        dana,
        next ? `?before=${next}` : '',
      )
      seen.push(...page.data.map(({ title }) => title))
      next = page.next
    }
    expect(seen.toSorted()).toEqual(news.map(({ title }) => title).toSorted())
  })

  it('a type that is turned off in the app is mailed all the same', async () => {
    await scene.set(dana, { cells: [{ type: 'price_drop', channel: 'in_app', frequency: 'off' }] })
    await scene.tell(scene.news(dana))
    await scene.deliver()
    expect(await titles()).toEqual([])
    expect(await scene.mails(dana)).toHaveLength(1)
  })
})
