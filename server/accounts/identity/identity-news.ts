/** Tells a customer how their identity check ended. In the transaction that writes it. */
import type { Database } from '#server/core/database/open.ts'
import { writeNews } from '#server/notifications/centre/notify.ts'
import { links } from '#shared/contract/pages.ts'

interface Ended {
  customerId: number
  externalId: string
  status: string
  reason: string | null
}

/** Nothing of a check that is under way. */
export async function writeIdentityNews(trx: Database, ended: Ended): Promise<void> {
  const { customerId, externalId, status, reason } = ended
  if (status !== 'success' && status !== 'failed') return
  const isVerified = status === 'success'
  await writeNews(trx, [
    {
      ...{ customerId, type: 'identity', key: `identity ${externalId} ${status}` },
      title: isVerified ? 'Your identity is verified' : 'Your identity could not be verified',
      body: isVerified ? null : reason,
      ...{ url: links.profile('verification'), label: 'Open your verification' },
    },
  ])
}
