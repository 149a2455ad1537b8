/** Sends one notice of the queue to all devices of a customer. Those that say they are gone are forgotten. */
import type { Database } from '#server/core/database/open.ts'
import { devicesOf } from '#server/notifications/centre/devices.ts'
import { PUSH_LIFETIME_SECONDS } from '#shared/contract/notification-limits.ts'
import { sendAtMs } from '#shared/rules/notifications/quiet-hours.ts'
import type { Outcome } from './claim.ts'
import type { NoticeContents } from './contents.ts'
import type { DeliverDeps, Going } from './delivery.ts'

/** Rejects when no device could be reached; those that were reached get it once more then, under the same tag. */
export async function sendPush(deps: DeliverDeps, { row, wishes }: Going): Promise<Outcome> {
  const nowMs = deps.nowMs()
  const { db, parts } = deps
  if (row.customer_id === null || !wishes) return { kind: 'dropped', why: 'nobody’s device' }
  const { zone, quiet } = wishes
  const atMs = sendAtMs(nowMs, { type: row.type, channel: 'push', zone, quiet })
  if (atMs > nowMs) return { kind: 'later', atMs }
  const devices = await devicesOf(db, row.customer_id)
  const { title, body, url } = row.content as NoticeContents
  const notice = {
    ttlSeconds: PUSH_LIFETIME_SECONDS,
    payload: JSON.stringify({ title, body, url, tag: row.key }),
  }
  const failures: unknown[] = []
  let reached = 0
  for (const device of devices) {
    try {
      const isThere = await parts.push.send(device, notice)
      if (isThere) reached += 1
      else await forget(db, device.id)
    } catch (error) {
      failures.push(error)
    }
  }
  if (reached > 0) return { kind: 'sent' }
  if (failures.length > 0) throw failures[0]
  return { kind: 'dropped', why: 'no device' }
}

const forget = (db: Database, id: number) => db.deleteFrom('push_devices').where('id', '=', id).execute()
