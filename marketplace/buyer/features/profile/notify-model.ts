/** The matrix of a buyer, with one switch for all mails. No React. */
import { createMatrixModel, type MatrixModel } from '#marketplace/kit/notifications/matrix-model.ts'
import type { Api } from '#shared/api/client.ts'
import { setNotificationPreferences, showNotificationPreferences } from '#shared/contract/notifications.ts'
import { unsubscribe } from '#shared/contract/profile.ts'

export interface NotifyModel extends MatrixModel {
  /** Every mail that has a switch. */
  setAllMails(isOn: boolean): Promise<boolean>
}

export function createNotifyModel({ api }: { api: Api }): NotifyModel {
  const model = createMatrixModel({
    show: () => api(showNotificationPreferences, {}),
    set: (body) => api(setNotificationPreferences, { body }),
  })
  return {
    ...model,
    setAllMails: (isOn) => model.also(api(unsubscribe, { body: { scope: 'all', is_subscribed: isOn } })),
  }
}
