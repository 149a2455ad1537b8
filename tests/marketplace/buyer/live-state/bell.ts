/** The bell as a store under test: its count, and its list page by page. */
import { createBellModel } from '#marketplace/buyer/features/notifications/bell-model.ts'
import { notificationsUpdated, sessionChannel } from '#shared/contract/events.ts'
import type { NotificationWire } from '#shared/contract/notification.ts'
import { countNotifications, listNotifications, readNotifications } from '#shared/contract/notifications.ts'
import type { OpenStore } from './play.ts'

const PAGE = 2
const READ = '2026-06-01T12:00:00Z'
const entry = (id: number): NotificationWire => ({
  id,
  type: 'offer',
  title: `News ${id}`,
  url: '/profile/offers',
  read_at: null,
  created_at: new Date(Date.UTC(2026, 5, 1, 0, id)).toISOString(),
})
const short = (entries: readonly NotificationWire[]) =>
  entries.map(({ id, read_at }) => (read_at ? `${id} read` : `${id}`))

export const bell: OpenStore = (world) => {
  let entries = [5, 4, 3, 2, 1].map(entry)
  let isOpen = false
  const unread = () => entries.filter(({ read_at }) => !read_at).length
  const tell = (latest: NotificationWire | null) =>
    world.send(notificationsUpdated, { unread_count: unread(), latest })
  const read = (isMeant: (one: NotificationWire) => boolean, read_at: string | null) => {
    entries = entries.map((one) => (isMeant(one) ? { ...one, read_at } : one))
    tell(null)
  }
  world.serve(countNotifications, () => ({ unread_count: unread() }))
  world.serve(listNotifications, ({ query }) => {
    const left = entries.filter(({ id }) => id < Number(query?.before ?? Number.POSITIVE_INFINITY))
    const data = left.slice(0, PAGE)
    return { data, next: left.length > PAGE ? String(data.at(-1)?.id) : null, unread_count: unread() }
  })
  world.serve(readNotifications, ({ body }) => {
    read(({ id }) => body.ids?.includes(id) ?? id <= (body.up_to ?? 0), body.is_read === false ? null : READ)
    return { unread_count: unread() }
  })
  const model = createBellModel({
    ...world,
    userId: 1,
    kept: { read: () => [], put() {}, drop() {} },
    connection: { check: async () => true },
  })
  void model.count()
  world.live.follow({
    what: 'Notifications',
    channel: (prefix) => sessionChannel(prefix, 1),
    onSubscribed: () => void model.refresh(),
    listen: (channel) =>
      channel.listen(notificationsUpdated, ({ unread_count }) => void model.heard(unread_count)),
  })
  const shownList = () => (isOpen && model.list.value.phase === 'ready' ? model.list.value : null)
  return {
    changes: [
      () => {
        entries = [entry(entries.length + 1), ...entries]
        tell(entries[0] ?? null)
      },
      (which) => read(({ id }) => id === 1 + (which % 5), which % 2 ? null : READ),
    ],
    acts: [
      () => {
        isOpen = true
        model.open(true)
      },
      () => {
        isOpen = false
        model.open(false)
      },
      () => model.more(),
      (which) => model.mark(1 + (which % 5), which % 2 === 0),
      () => model.markAll(),
    ],
    shown() {
      const list = shownList()
      return {
        unread: model.unread.value,
        list: list && short(list.entries),
        hasMore: list && list.next !== null,
      }
    },
    truth() {
      if (!isOpen) return { unread: unread(), list: null, hasMore: null }
      // As many as are shown, and at least the first page.
      const count = Math.max(PAGE, shownList()?.entries.length ?? 0)
      return { unread: unread(), list: short(entries.slice(0, count)), hasMore: count < entries.length }
    },
  }
}
