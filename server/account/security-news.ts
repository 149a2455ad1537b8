/** Says in the bell that something by which one logs in was changed; the mail about it is one of its own (account/mails). */
import { notify } from '#server/notifications/notify.ts'
import type { RoomDeps } from '#server/rooms.ts'

export const tellPasswordChanged = (
  deps: Pick<RoomDeps, 'db' | 'broadcaster' | 'prefix'>,
  customerId: number,
) => tell(deps, customerId, 'Your password was changed')

export const tellEmailChanged = (deps: Pick<RoomDeps, 'db' | 'broadcaster' | 'prefix'>, customerId: number) =>
  tell(deps, customerId, 'Your email address was changed')

const tell = (
  deps: Pick<RoomDeps, 'db' | 'broadcaster' | 'prefix'>,
  customerId: number,
  title: string,
): Promise<void> =>
  notify(deps, [
    {
      ...{ customerId, type: 'security', key: `${title} ${Date.now()}`, title },
      body: 'If this was not you, set a new password at once.',
      ...{ url: '/profile/security', without: ['email'] },
    },
  ])
