/** Tells a customer what happened to the ways into their account. A new password and a new address have mails of their own. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { type News, notify, writeNews } from '#server/notifications/notify.ts'
import { deviceWords, shortIp } from '#server/profile/device.ts'
import type { RoomDeps } from '#server/rooms.ts'

type TellingDeps = Pick<RoomDeps, 'db' | 'broadcaster' | 'prefix'>

export const tellPasswordChanged = (deps: TellingDeps, customerId: number) =>
  tellChanged(deps, customerId, 'Your password was changed')

export const tellEmailChanged = (deps: TellingDeps, customerId: number) =>
  tellChanged(deps, customerId, 'Your email address was changed')

const tellChanged = (deps: TellingDeps, customerId: number, title: string): Promise<void> =>
  notify(deps, [
    {
      ...{ customerId, type: 'security', key: `${title} ${Date.now()}`, title },
      body: 'If this was not you, set a new password at once.',
      ...{ url: '/profile/security', without: ['email'] },
    },
  ])

export type PhoneChange = 'confirmed' | 'removed' | 'taken'

/** In the transaction of the change. `taken`: somebody else confirmed it as theirs. */
export async function writePhoneNews(
  trx: Database,
  { id, customer_id: customerId, phone }: { id: number; customer_id: number; phone: string },
  change: PhoneChange,
): Promise<void> {
  await writeNews(trx, [
    {
      ...{ customerId, type: 'security', key: `phone ${id} ${change}` },
      ...{ title: `${phoneWords(phone)} ${PHONE_CHANGES[change]}`, url: '/profile/phones' },
      body: `${phoneWords(phone)} ${PHONE_CHANGES[change]}. If this was not you, set a new password at once.`,
      label: 'Look at your numbers',
    },
  ])
}

const PHONE_CHANGES: Readonly<Record<PhoneChange, string>> = {
  confirmed: 'was confirmed as yours',
  removed: 'was removed from your account',
  taken: 'was confirmed by another account and is no longer yours',
}

/** Enough to know one’s own by. */
const phoneWords = (phone: string): string => `The number ending in ${phone.slice(-4)}`

export interface Login {
  customerId: number
  sessionId: number
  userAgent: string | null
  ip: string
}

/** Nothing about a first login, or one from a kind of device that was logged in before. */
export async function tellNewDevice(deps: TellingDeps, login: Login): Promise<void> {
  const { customerId, sessionId, userAgent, ip } = login
  const device = deviceWords(userAgent)
  const known = await knownDevices(deps.db, login)
  if (known.size === 0 || known.has(device)) return
  const news: News = {
    ...{ customerId, type: 'security', key: `login ${sessionId}`, title: `New login: ${device}` },
    body: `Somebody logged in with ${device} from ${shortIp(ip) ?? 'an unknown address'}. If this was not you, log that device out and set a new password.`,
    ...{ url: '/profile/security', label: 'Look at your devices' },
  }
  await notify(deps, [news])
}

/** Of logins that ended as well, until they are forgotten. By access_tokens_principal. */
async function knownDevices(db: Database, { customerId, sessionId }: Login): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ user_agent: string | null }>`
    select distinct user_agent from access_tokens
    where principal_kind = 'customer' and principal_id = ${customerId} and purpose = 'session'
      and id <> ${sessionId}`.execute(db)
  return new Set(rows.map(({ user_agent }) => deviceWords(user_agent)))
}
