/** Name, company and the like; the account one came from; confirming the e-mail address. */
import type { FastifyInstance } from 'fastify'
import { attachToAccount as attach } from '#server/account/attach.ts'
import { confirmByCode, sendConfirmation } from '#server/account/confirmation.ts'
import { currentCustomer, customerWire } from '#server/account/current-user.ts'
import { sessionOf } from '#server/http/principal.ts'
import { invalid } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import {
  attachToAccount,
  confirmEmail,
  sendConfirmationEmail,
  updateProfile,
} from '#shared/contract/profile.ts'
import { detailChanges } from './details.ts'
import { ownRow } from './own-row.ts'
import type { ProfileDeps } from './profile-deps.ts'

export function registerDetails(app: FastifyInstance, deps: ProfileDeps): void {
  const { db } = deps

  serve(app, updateProfile, async ({ body, who }) => {
    const me = sessionOf(who)
    const changes = detailChanges(await ownRow(db, me.id), body)
    if (Object.keys(changes).length > 0)
      await db.updateTable('customers').set(changes).where('id', '=', me.id).execute()
    return { data: await currentCustomer(db, me.id) }
  })

  serve(app, attachToAccount, async ({ body, who }) => {
    const me = sessionOf(who)
    if (!(await attach(db, me.id, body.attach_account_id)))
      throw invalid({ attach_account_id: ['This company is not here any more.'] })
    return { message: 'You can now message each other.' }
  })

  serve(app, sendConfirmationEmail, async ({ who }) => {
    const row = await ownRow(db, sessionOf(who).id)
    if (row.email_confirmed_at) return { message: 'Your email is confirmed already.' }
    await sendConfirmation(deps, row)
    return { message: `A mail with a link and a code is on its way to ${row.email}.` }
  })

  serve(app, confirmEmail, async ({ body, who }) => {
    const row = await ownRow(db, sessionOf(who).id)
    return { data: await customerWire(db, await confirmByCode(deps, row, body.code)) }
  })
}
