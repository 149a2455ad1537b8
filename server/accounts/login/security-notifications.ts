/** Tells a customer what happened to the ways into their account. A new password and a new address have mails of their own. */
import type { Database } from '#server/core/database/open.ts'
import { notify, writeNotification } from '#server/notifications/centre/notify.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { links } from '#shared/contract/pages.ts'

type NotifyDeps = Pick<RoomDeps, 'db' | 'broadcaster' | 'prefix'>

export const notifyPasswordChanged = (deps: NotifyDeps, customerId: number) =>
  broadcastChanged(deps, customerId, 'Your password was changed')

export const notifyEmailChanged = (deps: NotifyDeps, customerId: number) =>
  broadcastChanged(deps, customerId, 'Your email address was changed')

const broadcastChanged = (deps: NotifyDeps, customerId: number, title: string): Promise<void> =>
  notify(deps, [
    {
      customerId,
      type: 'security',
      key: `${title} ${Date.now()}`,
      title,
      body: 'If this was not you, set a new password at once.',
      url: links.profile('security'),
      without: ['email'],
    },
  ])

export type PhoneChange = 'confirmed' | 'removed' | 'taken'

/** In the transaction of the change. `taken`: somebody else confirmed it as theirs. */
export async function writePhoneNotification(
  trx: Database,
  { id, customer_id: customerId, phone }: { id: number; customer_id: number; phone: string },
  change: PhoneChange,
): Promise<void> {
  await writeNotification(trx, [
    {
      customerId,
      type: 'security',
      key: `phone ${id} ${change}`,
      title: `${phoneWords(phone)} ${PHONE_CHANGES[change]}`,
      url: links.profile('phones'),
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
