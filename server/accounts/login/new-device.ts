/** Notifies a person of a login from a new device: a buyer by a notification, sellers and staff by mail. */
import { deviceWords, shortIp } from '#server/accounts/profile/device.ts'
import type { Database } from '#server/core/database/open.ts'
import { type NotificationDraft, notify } from '#server/notifications/centre/notify.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { links } from '#shared/contract/pages.ts'
import { createMails } from './mails.ts'
import { personById } from './people.ts'
import { type Person, SESSION_PURPOSES } from './sessions.ts'

type NotifyDeps = Pick<RoomDeps, 'db' | 'broadcaster' | 'prefix' | 'parts' | 'site'>

export interface Login {
  person: Person
  sessionId: number
  userAgent: string | null
  ip: string
}

/** Nothing for the first login, or for a kind of device that logged in before. */
export async function notifyNewDevice(deps: NotifyDeps, login: Login): Promise<void> {
  const device = deviceWords(login.userAgent)
  const known = await knownDevices(deps.db, login)
  if (known.size === 0 || known.has(device)) return
  const network = shortIp(login.ip) ?? 'an unknown address'
  if (login.person.kind !== 'customer') return mailNewDevice(deps, login.person, { device, network })
  const news: NotificationDraft = {
    customerId: login.person.id,
    type: 'security',
    key: `login ${login.sessionId}`,
    title: `New login: ${device}`,
    body: `Somebody logged in with ${device} from ${network}. If this was not you, log that device out and set a new password.`,
    url: links.profile('security'),
    label: 'See your devices',
  }
  await notify(deps, [news])
}

async function mailNewDevice(
  deps: NotifyDeps,
  person: Person,
  from: { device: string; network: string },
): Promise<void> {
  const row = await personById(deps.db, person)
  if (row) await createMails(deps).newDevice({ kind: person.kind, ...row }, from)
}

/** Also of ended logins, until they are deleted. By access_tokens_principal. */
async function knownDevices(db: Database, { person, sessionId }: Login): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('access_tokens')
    .select('user_agent')
    .distinct()
    .where('principal_kind', '=', person.kind)
    .where('principal_id', '=', person.id)
    .where('purpose', '=', SESSION_PURPOSES[person.kind])
    .where('parent_id', 'is', null)
    .where('id', '!=', sessionId)
    .execute()
  return new Set(rows.map(({ user_agent }) => deviceWords(user_agent)))
}
