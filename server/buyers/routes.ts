/** The buyers of a seller's account over HTTP: listed, tagged, imported. Imports are an administrator's (checklist SEL-01). */
import type { FastifyInstance } from 'fastify'
import { administratorOf } from '#server/company-settings/administrator.ts'
import type { ListedDeals } from '#server/deals/listed-deals.ts'
import { requireOwnProperties } from '#server/desk/rules.ts'
import { paginated } from '#server/http/paginate.ts'
import { memberOf } from '#server/http/principal.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import { serve } from '#server/http/serve.ts'
import type { RoomDeps } from '#server/rooms.ts'
import { deskBuyers, deskImportBuyers, deskRemoveBuyer, deskTagBuyer } from '#shared/contract/desk-buyers.ts'
import { buyerPage, buyerWires, countBuyers, tagsOf } from './buyer-page.ts'
import { importBuyers } from './import-buyers.ts'
import { linkImported } from './link-imported.ts'
import { isListed } from './match-of-buyers.ts'

export interface BuyersDeps extends RoomDeps {
  listed: ListedDeals
}

export function registerBuyers(app: FastifyInstance, deps: BuyersDeps): void {
  const { db } = deps

  serve(app, deskBuyers, async ({ query, who, request }) => {
    const { accountId } = memberOf(who)
    await requireOwnProperties(db, accountId, query.deal ? { deal: query.deal } : {})
    await linkImported(db, accountId)
    const page = query.page ?? 1
    const asked = { accountId, deal: query.deal ?? null, tag: query.tag ?? null, text: query.q ?? '' }
    const found = await buyerPage(db, asked, page)
    const rows = await buyerWires(deps, found.rows, asked.deal)
    return {
      ...paginated(request, page, { ...found, rows }),
      tags: await tagsOf(db, accountId),
      count: await countBuyers(db, asked),
      is_matched: asked.deal === null || (await isListed(deps, asked.deal)),
    }
  })

  serve(app, deskTagBuyer, async ({ params, body, who }) => {
    const { accountId } = memberOf(who)
    const tags = [...new Set(body.tags)].sort()
    const row = await db
      .updateTable('account_buyers')
      .set({ tags: JSON.stringify(tags) })
      .where('id', '=', params.buyer)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst()
    if (!row) throw notFound()
    return { data: { tags } }
  })

  serve(app, deskImportBuyers, async ({ body, who }) => {
    const me = await administratorOf(db, who)
    const done = await importBuyers(db, me, body.rows)
    await linkImported(db, me.accountId)
    return { data: done }
  })

  serve(app, deskRemoveBuyer, async ({ params, who }) => {
    const { accountId } = await administratorOf(db, who)
    const own = db.selectFrom('account_buyers').select('source').where('account_id', '=', accountId)
    const row = await own.where('id', '=', params.buyer).executeTakeFirst()
    if (!row) throw notFound()
    if (row.source !== 'import')
      throw new Refusal(409, { message: 'You have a conversation with this buyer.', code: 'conversation' })
    await db.deleteFrom('account_buyers').where('id', '=', params.buyer).execute()
    return { message: 'Taken off the list.' }
  })
}
