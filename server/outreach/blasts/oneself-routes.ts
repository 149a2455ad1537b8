/** What a blast looks like, before anybody gets it: on the screen, and at the address or number of who writes it. */

import type { FastifyInstance } from 'fastify'
import { createSendCaps } from '#server/accounts/login/send-caps.ts'
import type { AccountPrincipal } from '#server/core/http/principal.ts'
import { invalid, unauthenticated } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { installationOf } from '#server/core/http/site.ts'
import { blastRedactor } from '#server/deals/properties/hidden-streets.ts'
import { letter } from '#server/notifications/letter.ts'
import type { RoomDeps } from '#server/providers/app-context.ts'
import { requireDealsForSale } from '#server/sellers/conversations/rules.ts'
import { type BlastDraft, sellerPreviewBlast, sellerTestBlast } from '#shared/contract/campaigns.ts'
import { links } from '#shared/contract/pages.ts'
import { type BlastWords, blastMail, blastText } from './blast-labels.ts'
import { wordsOf } from './campaigns.ts'
import { cardRowOf } from './send-campaigns.ts'

export function serveOneself(app: FastifyInstance, deps: RoomDeps): void {
  const { db, parts, limits } = deps
  const sendCaps = createSendCaps(app, 'blast-tests', limits)

  serve(app, sellerPreviewBlast, async ({ body, me }) => {
    const words = await wordsFor(deps, me, body)
    return { data: await shownAs(deps, words, body) }
  })

  serve(app, sellerTestBlast, async ({ body, me, request }) => {
    const words = await wordsFor(deps, me, body)
    const person = await db
      .selectFrom('account_members')
      .select(['name', 'email', 'phone'])
      .where('id', '=', me.memberId)
      .executeTakeFirst()
    if (!person) throw unauthenticated()
    if (body.channel === 'sms') {
      const to = person.phone
      if (to === null) throw invalid({ channel: ['Your profile has no number to send a test to.'] })
      await sendCaps.take(request.ip, to)
      await parts.sms.send({ to, body: blastText(words, linkOf(deps, words)).text })
      return { message: 'A test is on its way to your number.' }
    }
    await sendCaps.take(request.ip, person.email)
    const by = await installationOf(deps.site)
    const { subject, ...mail } = blastMail(words, linkOf(deps, words), by.name)
    const greeting = `Hello ${person.name},`
    await parts.mailer.send({
      to: person.email,
      ...letter({ ...mail, subject: `Test: ${subject}`, greeting }, by),
    })
    return { message: `A test is on its way to ${person.email}.` }
  })
}

/** In the place of the postal address, without which no email blast goes out. */
const MISSING = '(the postal address of your company: enter it under Company, Settings)'

async function wordsFor(
  { db }: RoomDeps,
  { accountId }: AccountPrincipal,
  { subject, message, property_id }: BlastDraft,
): Promise<BlastWords> {
  await requireDealsForSale(db, accountId, property_id ? { property_id } : {})
  const account = await db
    .selectFrom('accounts')
    .select(['title', 'postal_address'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const redacted = await blastRedactor(db, { accountId, propertyIds: property_id ? [property_id] : [] })
  return {
    accountTitle: account.title,
    postalAddress: account.postal_address ?? MISSING,
    subject: redacted(wordsOf(subject)),
    body: redacted(wordsOf(message)),
    property: await cardRowOf(db, property_id),
  }
}

async function shownAs(deps: RoomDeps, words: BlastWords, { channel }: BlastDraft) {
  const url = linkOf(deps, words)
  if (channel === 'sms') return { subject: null, text: blastText(words, url).text }
  const by = await installationOf(deps.site)
  const { subject, text } = letter({ ...blastMail(words, url, by.name), greeting: 'Hello Dana,' }, by)
  return { subject, text }
}

/** Where a buyer's own link leads. */
const linkOf = ({ site }: RoomDeps, { property }: BlastWords): string =>
  `${site.origin}${property ? links.deal(property.id) : links.messages()}`
