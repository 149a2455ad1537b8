/** Cards of a customer (spec section 7: billing infos of a provider). */
import type { FastifyInstance } from 'fastify'
import { sessionOf } from '#server/http/principal.ts'
import { serve } from '#server/http/serve.ts'
import { createThrottle } from '#server/http/throttle.ts'
import { payerOf } from '#server/money/charge.ts'
import type { MoneyDeps } from '#server/money/money-deps.ts'
import { PAYMENTS_PER_HOUR } from '#shared/contract/limits.ts'
import {
  addBillingInfo,
  getBillingInfo,
  listBillingInfos,
  removeBillingInfo,
  setDefaultBillingInfo,
} from '#shared/contract/money.ts'
import { addCard, cardsOf, cardWire, makeDefault, ownCard, removeCard } from './cards.ts'

const HOUR_MS = 3_600_000

export function registerCards(app: FastifyInstance, deps: MoneyDeps): void {
  const { db, parts, background } = deps
  // Trying out cards is what thieves do.
  const additions = createThrottle(PAYMENTS_PER_HOUR, HOUR_MS)
  const forget = (customerId: number, ref: string) =>
    background.run('removal of a card at its provider', () => parts.billing.removeCard({ customerId }, ref))

  serve(app, listBillingInfos, async ({ who }) => {
    const me = sessionOf(who)
    return { data: (await cardsOf(db, me.id)).map(cardWire) }
  })

  serve(app, getBillingInfo, async ({ params, who }) => {
    const me = sessionOf(who)
    return { data: cardWire(await ownCard(db, me.id, params.billingInfo)) }
  })

  serve(app, addBillingInfo, async ({ body, who }) => {
    const me = sessionOf(who)
    const replaced = body.replaces === undefined ? null : await ownCard(db, me.id, body.replaces)
    additions.take(String(me.id))
    const card = await parts.billing.addCard(await payerOf(db, me.id), body.token)
    const row = await addCard(db, {
      ...{ customerId: me.id, provider: parts.billing.name, card },
      ...{ isDefault: body.is_default ?? false, replaces: replaced?.id ?? null },
    })
    if (replaced && replaced.id !== row.id) forget(me.id, replaced.provider_ref)
    return { data: cardWire(row) }
  })

  serve(app, setDefaultBillingInfo, async ({ params, who }) => {
    const me = sessionOf(who)
    return { data: (await makeDefault(db, me.id, params.billingInfo)).map(cardWire) }
  })

  serve(app, removeBillingInfo, async ({ params, who }) => {
    const me = sessionOf(who)
    const card = await removeCard(db, me.id, params.billingInfo)
    forget(me.id, card.provider_ref)
    return undefined
  })
}
