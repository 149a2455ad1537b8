/** A customer makes themselves known to a seller's account: the two can message each other. */
import type { FastifyInstance } from 'fastify'
import { attachToAccount as attach } from '#server/accounts/login/attach.ts'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { attachToAccount } from '#shared/contract/profile.ts'
import { isFirstMessage } from './queries.ts'

export function registerAttach(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, attachToAccount, async ({ body, me }) => {
    if (!(await attach(db, me.id, body.attach_account_id)))
      throw invalid({ attach_account_id: ['This company is not here any more.'] })
    const of = { customerId: me.id, accountId: body.attach_account_id }
    return { message: 'You can now message each other.', is_new: await isFirstMessage(db, of) }
  })
}
