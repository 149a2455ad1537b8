/** The company that a customer may write to first, as its first message is offered: face, usual time to answer, hours. */

import type { FastifyInstance } from 'fastify'
import { requireAccount, requireSelf } from '#server/core/http/principal.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { absolute } from '#server/core/http/site.ts'
import { requireFirstContact } from '#server/messaging/first-contact.ts'
import { keepResponseHours } from '#server/messaging/response-time.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { getContact } from '#shared/contract/messenger.ts'
import { answerTime } from '#shared/format/answer-time.ts'
import { hoursLabel } from '#shared/rules/launcher.ts'
import { accountRow } from './company.ts'
import { openingHoursOf } from './opening-hours.ts'

export function registerContact(app: FastifyInstance, { db, site, nowMs }: RoomDeps): void {
  const responseTime = keepResponseHours(db, nowMs)

  serve(app, getContact, async ({ params, me }) => {
    requireSelf(me, params.customer)
    requireAccount(me, params.account)
    const isOpen = await requireFirstContact(db, params.account).then(
      () => true,
      (error) => {
        if (error instanceof Refusal) return false
        throw error
      },
    )
    if (!isOpen) return { data: null }
    const { id, title, logo_url } = await accountRow(db, params.account)
    const time = answerTime(await responseTime(id))
    return {
      data: {
        account: { id, title, deals_site_settings: { deals_emails_logo: absolute(site, logo_url) } },
        answers: time && `Usually answers within ${time}.`,
        hours: await hoursOf(id),
      },
    }
  })

  async function hoursOf(accountId: number): Promise<string | null> {
    const hours = await openingHoursOf(db, accountId)
    const label = hours && hoursLabel(hours, nowMs())
    return label ? label.replace(/\.?$/, '.') : null
  }
}
