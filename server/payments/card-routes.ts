/** Cards of a customer (spec section 7: billing infos of a provider). */
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/core/http/serve.ts'
import {
  addCard,
  cardsOf,
  cardWire,
  makeDefault,
  ownCard,
  removeCard,
} from '#server/providers/billing/cards.ts'
import { PAYMENTS_PER_HOUR } from '#shared/contract/limits.ts'
import {
  addBillingInfo,
  getBillingInfo,
  listBillingInfos,
  removeBillingInfo,
  setDefaultBillingInfo,
} from '#shared/contract/money.ts'
import { payerOf } from './charge.ts'
import type { MoneyDeps } from './money-deps.ts'

const HOUR_MS = 3_600_000

export function registerCards(app: FastifyInstance, deps: MoneyDeps): void {
  const { db, parts, background } = deps
  // Trying out cards is what thieves do.
  const additions = app.createThrottle('new-cards', PAYMENTS_PER_HOUR, HOUR_MS)
  const forget = (customerId: number, ref: string) =>
    background.run('removal of a card at its provider', () => parts.billing.removeCard({ customerId }, ref))

  serve(app, listBillingInfos, async ({ me }) => {
    return { data: (await cardsOf(db, me.id)).map(cardWire) }
  })

  serve(app, getBillingInfo, async ({ params, me }) => {
    return { data: cardWire(await ownCard(db, me.id, params.billingInfo)) }
  })

  serve(app, addBillingInfo, async ({ body, me }) => {
    const replaced = body.replaces === undefined ? null : await ownCard(db, me.id, body.replaces)
    await additions.take(String(me.id))
    const card = await parts.billing.addCard(await payerOf(db, me.id), body.token)
    const row = await addCard(db, {
      customerId: me.id,
      provider: parts.billing.name,
      card,
      isDefault: body.is_default ?? false,
      replaces: replaced?.id ?? null,
    })
    if (replaced && replaced.id !== row.id) forget(me.id, replaced.provider_ref)
    return { data: cardWire(row) }
  })

  serve(app, setDefaultBillingInfo, async ({ params, me }) => {
    return { data: (await makeDefault(db, me.id, params.billingInfo)).map(cardWire) }
  })

  serve(app, removeBillingInfo, async ({ params, me }) => {
    const card = await removeCard(db, me.id, params.billingInfo)
    forget(me.id, card.provider_ref)
    return undefined
  })
}
