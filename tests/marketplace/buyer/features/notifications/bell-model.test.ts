import { describe, expect, it } from 'vitest'
import { createBellModel } from '#marketplace/buyer/features/notifications/bell-model.ts'
import type { NotificationWire } from '#shared/contract/notification.ts'
import { countNotifications, listNotifications, readNotifications } from '#shared/contract/notifications.ts'
import { createFakeApi, OFFLINE } from '#tests/support/fake-api.ts'

const PAGE = 2
const entry = (id: number): NotificationWire => ({
  id,
  type: 'offer',
  title: `News ${id}`,
  url: '/profile/offers',
  read_at: null,
  created_at: new Date(Date.UTC(2026, 5, 1, 0, id)).toISOString(),
})

const cursorOf = (id: number | undefined) => `1780272000.${id}`

/** A server with pages of two, the latest first. */
function setUp(ids: number[]) {
  const server = Object.assign(createFakeApi(), { entries: ids.map(entry).toReversed() })
  const unread_count = () => server.entries.filter(({ read_at }) => !read_at).length
  server.on(countNotifications, () => ({ unread_count: unread_count() }))
  server.on(readNotifications, ({ body }) => {
    const isMeant = ({ id }: NotificationWire) => body.ids?.includes(id) ?? id <= (body.up_to ?? 0)
    const read_at = body.is_read === false ? null : '2026-06-01T12:00:00Z'
    server.entries = server.entries.map((one) => (isMeant(one) ? { ...one, read_at } : one))
    return { unread_count: unread_count() }
  })
  server.on(listNotifications, ({ query }) => {
    const from = query?.before ? server.entries.findIndex(({ id }) => cursorOf(id) === query.before) + 1 : 0
    const data = server.entries.slice(from, from + PAGE)
    const next = from + PAGE < server.entries.length ? cursorOf(data.at(-1)?.id) : null
    return { data, next, unread_count: unread_count() }
  })
  const model = createBellModel({ api: server.api, log: { warn() {}, error() {} } })
  const shown = () => {
    const list = model.list.value
    return list.phase === 'ready'
      ? list.entries.map(({ id, read_at }) => (read_at ? `${id} read` : `${id}`))
      : list.phase
  }
  return { model, server, shown }
}

describe('the bell', () => {
  it('asks for the list when it is opened, and page by page', async () => {
    const { model, shown } = setUp([1, 2, 3])
    await model.count()
    expect([model.unread.value, shown()]).toEqual([3, 'loading'])
    await model.load()
    expect(shown()).toEqual(['3', '2'])
    await model.more()
    expect(shown()).toEqual(['3', '2', '1'])
  })

  it('counts what is said live, and shows it where the list is open', async () => {
    const { model, server, shown } = setUp([1])
    model.heard(5)
    expect([model.unread.value, shown()]).toEqual([5, 'loading'])
    model.open(true)
    await expect.poll(shown).toEqual(['1'])
    server.entries = [entry(2), ...server.entries]
    model.heard(2)
    await expect.poll(shown).toEqual(['2', '1'])
  })

  it('shows at once what is read, and takes it back when that is not kept', async () => {
    const { model, server, shown } = setUp([1, 2])
    await model.load()
    const done = model.mark(2, true)
    expect(shown()).toEqual(['2 read', '1'])
    expect(await done).toBe(true)
    expect(model.unread.value).toBe(1)
    server.failure = OFFLINE
    expect(await model.mark(1, true)).toBe(false)
    expect([shown(), model.unread.value]).toEqual([['2 read', '1'], 1])
    expect(model.problem.value).toMatch(/^That could not be saved/)
    server.failure = null
    await model.mark(1, true)
    expect(model.problem.value).toBeNull()
  })

  it('keeps live entries over an older count and over a page requested earlier', async () => {
    const { model, server, shown } = setUp([1, 2, 3])
    await model.load()
    const [counting, loading] = [model.count(), model.more()]
    server.entries = [entry(4), ...server.entries]
    model.heard(4)
    model.open(true)
    await Promise.all([counting, loading])
    await expect.poll(shown).toEqual(['4', '3', '2', '1'])
    expect(model.unread.value).toBe(4)
  })

  it('marks all that is shown, and nothing that came since', async () => {
    const { model, server } = setUp([1, 2])
    await model.load()
    server.entries = [entry(3), ...server.entries]
    await model.markAll()
    expect(model.unread.value).toBe(1)
  })

  it('says that the list could not be loaded, and keeps what it has when a later try fails', async () => {
    const { model, server, shown } = setUp([1])
    server.failure = OFFLINE
    await model.load()
    expect(shown()).toBe('failed')
    server.failure = null
    await model.load()
    server.failure = OFFLINE
    await model.load()
    expect(shown()).toEqual(['1'])
  })
})
