/** The company page's calls (checklist REV-01, REV-02): open to everybody, but for following. */
import type { FastifyInstance } from 'fastify'
import { sessionOf } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { followAccount, getAccountRating, getCompany } from '#shared/contract/reviews.ts'
import { accountRow, companyOf, ratingOf } from './company.ts'
import { followersOf, setFollowing } from './follow.ts'

export function registerCompanyPages(app: FastifyInstance, deps: RoomDeps): void {
  const { db } = deps

  serve(app, getCompany, async ({ params, who }) => ({
    data: await companyOf(deps, { accountId: params.account, who, nowMs: Date.now() }),
  }))

  serve(app, getAccountRating, async ({ params }) => {
    const { id } = await accountRow(db, params.account)
    return { data: await ratingOf(db, id, Date.now()) }
  })

  serve(app, followAccount, async ({ params, body, who }) => {
    const me = sessionOf(who)
    const { id: accountId } = await accountRow(db, params.account)
    await setFollowing(db, { customerId: me.id, accountId }, body.is_followed)
    return { data: { is_followed: body.is_followed, followers: await followersOf(db, accountId) } }
  })
}
