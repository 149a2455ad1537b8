/** The company page's calls (checklist REV-01, REV-02): open to everybody, but for following. */
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { followAccount, getAccountRating, getCompany } from '#shared/contract/reviews.ts'
import { accountRow, companyOf, ratingOf } from './company.ts'
import { registerContact } from './contact.ts'
import { followersOf, setFollowing } from './follow.ts'

export function registerCompanyPages(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps
  registerContact(app, deps)

  serve(app, getCompany, async ({ params, me }) => ({
    data: await companyOf(deps, { accountId: params.account, who: me, nowMs: deps.nowMs() }),
  }))

  serve(app, getAccountRating, async ({ params }) => {
    const { id } = await accountRow(db, params.account)
    return { data: await ratingOf(db, id, deps.nowMs()) }
  })

  serve(app, followAccount, async ({ params, body, me }) => {
    const { id: accountId } = await accountRow(db, params.account)
    await setFollowing(db, { customerId: me.id, accountId }, body.is_followed)
    return { data: { is_followed: body.is_followed, followers: await followersOf(db, accountId) } }
  })
}
