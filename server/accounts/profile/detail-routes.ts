/** Name, company and the like; confirming the e-mail address. */
import type { FastifyInstance } from 'fastify'
import { confirmByCode, sendConfirmation } from '#server/accounts/login/confirmation.ts'
import { currentCustomer, customerWire } from '#server/accounts/login/current-user.ts'
import { serve } from '#server/core/http/serve.ts'
import { confirmEmail, sendConfirmationEmail, updateProfile } from '#shared/contract/profile.ts'
import { detailChanges } from './details.ts'
import { ownRow } from './own-row.ts'
import type { ProfileDeps } from './profile-deps.ts'

export function registerDetails(app: FastifyInstance, deps: ProfileDeps): void {
  const { db } = deps

  serve(app, updateProfile, async ({ body, me }) => {
    const changes = detailChanges(await ownRow(db, me.id), body)
    if (Object.keys(changes).length > 0)
      await db.updateTable('customers').set(changes).where('id', '=', me.id).execute()
    return { data: await currentCustomer(deps, me.id) }
  })

  serve(app, sendConfirmationEmail, async ({ me }) => {
    const row = await ownRow(db, me.id)
    if (row.email_confirmed_at) return { message: 'Your email is confirmed already.' }
    await sendConfirmation(deps, row)
    return { message: `A mail with a link and a code is on its way to ${row.email}.` }
  })

  serve(app, confirmEmail, async ({ body, me }) => {
    const row = await ownRow(db, me.id)
    return { data: await customerWire(deps, await confirmByCode(deps, row, body.code)) }
  })
}
