/** The buyers of a seller's account over HTTP: listed, tagged, imported. Imports are an administrator's (checklist SEL-01). */
import type { FastifyInstance } from 'fastify'
import { notFound, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { ownListings } from '#server/deals/properties/queries.ts'
import {
  sellerBuyers,
  sellerImportBuyers,
  sellerRemoveBuyer,
  sellerTagBuyer,
} from '#shared/contract/seller-buyers.ts'
import type { BuyersDeps } from './buyer-page.ts'
import { buyerPage, buyerWires, countBuyers, tagsOf } from './buyer-page.ts'
import { forgetConfirmed, registerDoubleOptIn } from './double-opt-in.ts'
import { importBuyers } from './import-buyers.ts'
import { linkImported } from './link-imported.ts'
import { isListed } from './match-of-buyers.ts'

export function registerBuyers(app: FastifyInstance, deps: BuyersDeps): void {
  const { db } = deps
  registerDoubleOptIn(app, deps)

  serve(app, sellerBuyers, async ({ query, me, page, paginated }) => {
    const { accountId } = me
    if (query.deal && !(await ownListings(db, accountId, [query.deal])).has(query.deal)) throw notFound()
    await linkImported(db, accountId)
    const asked = { accountId, deal: query.deal ?? null, tag: query.tag ?? null, text: query.q ?? '' }
    const found = await buyerPage(db, asked, page)
    const rows = await buyerWires(deps, found.rows, asked.deal)
    return {
      ...paginated({ ...found, rows }),
      tags: await tagsOf(db, accountId),
      count: await countBuyers(db, asked),
      is_matched: asked.deal === null || (await isListed(deps, asked.deal)),
    }
  })

  serve(app, sellerTagBuyer, async ({ params, body, me }) => {
    const { accountId } = me
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

  serve(app, sellerImportBuyers, async ({ body, me }) => {
    const done = await importBuyers(deps, me, body.rows)
    await linkImported(db, me.accountId)
    return { data: done }
  })

  serve(app, sellerRemoveBuyer, async ({ params, me }) => {
    const { accountId } = me
    const own = db
      .selectFrom('account_buyers')
      .select(['source', 'email'])
      .where('account_id', '=', accountId)
    const row = await own.where('id', '=', params.buyer).executeTakeFirst()
    if (!row) throw notFound()
    if (row.source !== 'import')
      throw new Refusal(409, { message: 'You have a conversation with this buyer.', code: 'conversation' })
    await db.deleteFrom('account_buyers').where('id', '=', params.buyer).execute()
    if (row.email !== null) await forgetConfirmed(db, { account_id: accountId, email: row.email })
    return { message: 'Taken off the list.' }
  })
}
