import { describe, expect, it } from 'vitest'
import { createBellModel } from '#marketplace/buyer/features/notifications/bell-model.ts'
import { createKeptReads } from '#marketplace/buyer/features/notifications/read-queue.ts'
import type { NotificationWire } from '#shared/contract/notification.ts'
import { countNotifications, listNotifications, readNotifications } from '#shared/contract/notifications.ts'
import { createFakeApi, type FakeApi, OFFLINE, refused } from '#tests/support/fake-api.ts'
import { storageIn } from '#tests/support/storage-in.ts'

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

interface Given {
  check?: () => Promise<boolean>
  items?: Map<string, string>
  userId?: number
}

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
  return { server, ...openPage(server) }
}

/** Of the buyer 7, unless another is given. */
function openPage({ api }: FakeApi, given: Given = {}) {
  const model = createBellModel({
    api,
    log: { warn() {}, error() {} },
    userId: given.userId ?? 7,
    kept: createKeptReads(storageIn(given.items ?? new Map())),
    connection: { check: given.check ?? (async () => true) },
  })
  const shown = () => {
    const list = model.list.value
    return list.phase === 'ready'
      ? list.entries.map(({ id, read_at }) => (read_at ? `${id} read` : `${id}`))
      : list.phase
  }
  return { model, shown }
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
    server.failure = refused(500)
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

/** A server that is away until `comeBack`. */
function away(server: FakeApi) {
  let comeBack = () => {}
  const back = new Promise<void>((resolve) => {
    comeBack = () => {
      server.failure = null
      resolve()
    }
  })
  server.failure = OFFLINE
  return { check: () => back.then(() => false), comeBack }
}
const sent = (server: FakeApi) => server.of(readNotifications).map(({ body }) => body)
const readOnServer = (server: { entries: NotificationWire[] }) =>
  server.entries.flatMap(({ id, read_at }) => (read_at ? [id] : []))

describe('what is marked while the server is away', () => {
  it('shows as it was pressed, waits, and is sent in that order when the server is back', async () => {
    const { server } = setUp([1, 2])
    const items = new Map<string, string>()
    const until = { check: () => Promise.resolve(true) }
    const { model, shown } = openPage(server, { items, check: () => until.check() })
    await Promise.all([model.count(), model.load()])
    const { check, comeBack } = away(server)
    until.check = check
    const all = model.markAll()
    const again = model.mark(1, false)
    await expect.poll(() => sent(server).length).toBe(1)
    expect([shown(), model.unread.value, model.problem.value]).toEqual([['2 read', '1'], 1, null])
    comeBack()
    expect(await Promise.all([all, again])).toEqual([true, true])
    expect(readOnServer(server)).toEqual([2])
    expect([shown(), model.unread.value]).toEqual([['2 read', '1'], 1])
    expect(sent(server).slice(1)).toEqual([{ up_to: 2 }, { ids: [1], is_read: false }])
    expect([...items.values()]).toEqual([])
  })

  it('is sent by the next page when this one was closed, for the same buyer only', async () => {
    const { server } = setUp([1, 2, 3])
    const items = new Map<string, string>()
    const { check } = away(server)
    const closed = openPage(server, { items, check })
    void closed.model.mark(3, true)
    void closed.model.mark(1, true)
    await expect.poll(() => sent(server).length).toBe(1)
    server.failure = null
    openPage(server, { items, userId: 8 }).model.begin()
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(readOnServer(server)).toEqual([])

    const { model, shown } = openPage(server, { items })
    model.begin()
    await expect.poll(() => readOnServer(server)).toEqual([3, 1])
    await model.load()
    await expect.poll(() => [shown(), model.unread.value]).toEqual([['3 read', '2'], 1])
    expect([...items.values()]).toEqual([])
  })

  it('in two tabs is all sent by the next page, after both were closed', async () => {
    const { server } = setUp([1, 2, 3])
    const items = new Map<string, string>()
    const { check } = away(server)
    const tabs = [openPage(server, { items, check }), openPage(server, { items, check })]
    void tabs[0]?.model.mark(3, true)
    void tabs[1]?.model.mark(1, true)
    await expect.poll(() => sent(server).length).toBe(2)
    server.failure = null
    openPage(server, { items }).model.begin()
    await expect.poll(() => readOnServer(server)).toEqual([3, 1])
    await expect.poll(() => [...items.values()]).toEqual([])
  })

  it('in one tab waits on when another tab has sent its marks', async () => {
    const { server } = setUp([1, 2])
    const items = new Map<string, string>()
    const { check } = away(server)
    void openPage(server, { items, check }).model.mark(1, true)
    await expect.poll(() => sent(server).length).toBe(1)
    server.failure = null
    await openPage(server, { items }).model.mark(2, true)
    expect(readOnServer(server)).toEqual([2])
    openPage(server, { items }).model.begin()
    await expect.poll(() => readOnServer(server)).toEqual([2, 1])
  })

  it('a later press takes the place of one that waits, and a page that has ended sends none', async () => {
    const { server } = setUp([1, 2])
    const items = new Map<string, string>()
    const { check, comeBack } = away(server)
    const { model } = openPage(server, { items, check })
    const end = model.begin()
    for (const isRead of [true, true, false, true]) void model.mark(isRead ? 2 : 1, isRead)
    await expect.poll(() => sent(server).length).toBe(1)
    end()
    comeBack()
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect([sent(server).length, readOnServer(server)]).toEqual([1, []])
    model.begin()
    await expect.poll(() => readOnServer(server)).toEqual([2])
    await expect.poll(() => [...items.values()]).toEqual([])
    expect(sent(server).slice(1)).toEqual([
      { ids: [2], is_read: true },
      { ids: [1], is_read: false },
      { ids: [2], is_read: true },
    ])
  })
})
