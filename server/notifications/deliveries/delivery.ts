/** A delivery under way, and what sending it needs. */

import type { FastifyBaseLogger } from 'fastify'
import type { Site } from '#server/core/http/site.ts'
import type { JobWatch } from '#server/core/jobs/job-watch.ts'
import type { WorkDeps } from '#server/core/jobs/work-through.ts'
import type { Secret } from '#server/core/secret.ts'
import type { RecipientPreferences } from '#server/notifications/centre/recipient-preferences.ts'
import type { Parts } from '#server/providers/providers.ts'
import type { DeliveryRow } from './claim.ts'

export interface DeliverDeps extends WorkDeps {
  parts: Pick<Parts, 'mailer' | 'sms' | 'push' | 'inboundMail'>
  site: Site
  /** Signs the links by which mails are unsubscribed from. */
  secret: Secret
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  nowMs: () => number
  watch?: Pick<JobWatch, 'failed' | 'delivered'>
  /** Aborted: the rest is left for later. */
  closing?: AbortSignal
}

/** What is told of one delivery to the file that sends it. */
export interface Going {
  row: DeliveryRow
  /** Null for an address of nobody's account. */
  recipientPreferences: RecipientPreferences | null
}
