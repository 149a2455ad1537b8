/** Closing the company over HTTP: an owner asks, and each owner can cancel it. */
import type { FastifyInstance } from 'fastify'
import { createBackground } from '#server/accounts/login/background.ts'
import type { Database } from '#server/core/database/open.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { serve } from '#server/core/http/serve.ts'
import { broadcastChanged } from '#server/deals/list/broadcast-changed.ts'
import { listedDeals } from '#server/deals/properties/queries.ts'
import { createCompanyMails } from '#server/sellers/company-settings/mails.ts'
import { colleagues, isOwner } from '#server/sellers/company-settings/members.ts'
import { sellerCloseCompany, sellerClosing, sellerKeepCompany } from '#shared/contract/seller-closing.ts'
import { type ClosingDeps, startClosingCompanies } from './close-companies.ts'
import { askToClose, closingWire, keepCompany } from './closing.ts'

export function registerClosing(app: FastifyInstance, deps: ClosingDeps): void {
  const { db, nowMs } = deps
  const background = createBackground(app)
  const mails = createCompanyMails(deps)
  startClosingCompanies(app, { ...deps, db: deps.work })

  /** Lists and owners hear of it once it is committed. */
  const spread = async (me: AccountPrincipal, mail: (to: Owner, by: string) => Promise<void>) => {
    for (const id of await listedDeals(db, me.accountId)) await broadcastChanged(deps, id)
    const owners = await ownersOf(db, me.accountId)
    const by = owners.find(({ id }) => id === me.memberId)?.name ?? ''
    for (const owner of owners) background.run('notice of a closing', () => mail(owner, by))
  }

  serve(app, sellerClosing, async ({ me }) => ({ data: await closingWire(db, me.accountId) }))

  serve(app, sellerCloseCompany, async ({ body, me, request }) => {
    const asking = { confirmation: body.confirmation, nowMs: nowMs(), ip: request.ip }
    const isNew = await askToClose(db, me, asking)
    const data = await closingWire(db, me.accountId)
    const closing = { company: data.name, closesAt: new Date(data.closes_at ?? asking.nowMs) }
    if (isNew) await spread(me, (owner, by) => mails.closingAsked(owner, { ...closing, by }))
    return { data }
  })

  serve(app, sellerKeepCompany, async ({ me, request }) => {
    const isKept = await keepCompany(db, me, { nowMs: nowMs(), ip: request.ip })
    const data = await closingWire(db, me.accountId)
    if (isKept) await spread(me, (owner, by) => mails.closingCanceled(owner, { company: data.name, by }))
    return { data }
  })
}

type Owner = Awaited<ReturnType<typeof ownersOf>>[number]

const ownersOf = async (db: Database, accountId: number) =>
  (await colleagues(db, accountId)).filter((one) => isOwner(one) && !one.is_invited)
