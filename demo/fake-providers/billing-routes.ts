/**
 * The embedded card provider of a demo world: its fields, its bank's step, and what the bank says later. All of it reaches Plat as it
 * would from a real service: a token in the browser, and signed webhooks.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Database } from '#server/core/database/open.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { CHALLENGE_PATH, cardToken, FIELDS_PATH } from '#server/providers/billing/embedded.ts'
import { decideCharge, findCharge } from '#server/providers/billing/embedded-bank.ts'
import { CARD_OUTCOMES } from '#server/providers/billing/test-cards.ts'
import type { BillingRoutes } from './billing-bank.ts'
import { createBank, type NotifyBank } from './billing-bank.ts'
import { challengePage, donePage, fieldsPage, framedPage, noSuchCharge } from './billing-pages.ts'
import type { Html } from './html.ts'

const NOT_FOUND = 404
const BAD_GATEWAY = 502
const LAST_YEAR = 2100

const typedCard = z.object({
  outcome: z.enum(CARD_OUTCOMES),
  brand: z.string().check(z.regex(/^[A-Za-z ]{1,20}$/)),
  last_four: z.string().check(z.regex(/^\d{4}$/)),
  exp_month: z.int().check(z.minimum(1), z.maximum(12)),
  exp_year: z.int().check(z.minimum(2000), z.maximum(LAST_YEAR)),
})

type Step = { Params: { ref: string }; Querystring: { theme?: string } }

export function registerBilling(app: FastifyInstance, { db, secret }: BillingRoutes): void {
  const bank = createBank(app, { db, secret })

  app.get<{ Querystring: { theme?: string } }>(FIELDS_PATH, ({ query }, reply) =>
    sendFramed(reply, { title: 'Card', query, body: fieldsPage(), script: '/demo/parts/billing-fields.js' }),
  )

  app.post(`${FIELDS_PATH}/token`, async ({ body }) => {
    const card = typedCard.safeParse(body)
    if (!card.success) throw invalid({ card: ['The card could not be read.'] })
    const { last_four: lastFour, exp_month: expMonth, exp_year: expYear, ...rest } = card.data
    return { token: cardToken(secret, { ...rest, lastFour, expMonth, expYear }) }
  })

  registerStep(app, db, bank.tell)
}

function registerStep(app: FastifyInstance, db: Database, tell: NotifyBank): void {
  const script = '/demo/parts/billing-step.js'
  app.get<Step>(`${CHALLENGE_PATH}/:ref`, async ({ params, query }, reply) => {
    const charge = await findCharge(db, params.ref)
    const path = `${CHALLENGE_PATH}/${encodeURIComponent(params.ref)}?theme=${themeOf(query)}`
    const body = charge
      ? challengePage({ path, amountCents: Number(charge.amount_cents), state: charge.state })
      : noSuchCharge()
    return sendFramed(reply, { title: 'Your bank', query, body, script, status: charge ? 200 : NOT_FOUND })
  })

  app.post<Step & { Body: { decision?: unknown } | undefined }>(
    `${CHALLENGE_PATH}/:ref`,
    async ({ params, body, query }, reply) => {
      const isPaid = body?.decision === 'confirm'
      // Who pressed twice has been answered by the first.
      await decideCharge(db, params.ref, { isPaid, code: 'action_failed' })
      const charge = await findCharge(db, params.ref)
      if (!charge)
        return sendFramed(reply, {
          title: 'Your bank',
          query,
          body: noSuchCharge(),
          script,
          status: NOT_FOUND,
        })
      const isTold = await tell(charge, randomUUID())
      return sendFramed(reply, {
        title: 'Your bank',
        query,
        body: donePage(),
        script,
        status: isTold ? 200 : BAD_GATEWAY,
      })
    },
  )
}

interface Shown {
  title: string
  query: { theme?: string }
  body: Html
  script: string
  status?: number
}

function sendFramed(reply: FastifyReply, { title, query, body, script, status = 200 }: Shown): FastifyReply {
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(framedPage({ title, theme: themeOf(query), body, script }).html)
}

/** Empty: what the system prefers. */
const themeOf = ({ theme }: { theme?: string }) => (theme === 'light' || theme === 'dark' ? theme : '')
