/** Ending and resuming mails: by the signed link of a mail, by its one-click post (RFC 8058), logged in, or by asking for a link. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { masked } from '#server/accounts/login/mails.ts'
import { customerByEmail, customerById } from '#server/accounts/login/queries.ts'
import { createSendCaps } from '#server/accounts/login/send-caps.ts'
import { invalid } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { setSubscribed, subscribedTypes } from '#server/notifications/mail-preferences.ts'
import {
  contactToken,
  readContactToken,
  readUnsubscribeToken,
  type Subscription,
  unsubscribeToken,
} from '#server/notifications/unsubscribe-token.ts'
import { showSubscription, unsubscribe } from '#shared/contract/subscriptions.ts'
import {
  addressOf,
  allowAddress,
  contactOf,
  eraseAddress,
  importsOf,
  stopAddress,
  stoppedAmong,
} from './imported-contacts.ts'
import type { CustomerRow } from './own-row.ts'
import type { ProfileDeps } from './profile-deps.ts'

const STOPPED = 'You are unsubscribed.'
const RESUMED = 'You are subscribed again.'
const ALLOWED = 'Companies may import your address again.'
const ERASED = 'What companies imported about you is erased.'
const ON_ITS_WAY = 'If this email is known here, a link to choose your emails is on its way.'
const GONE = 'This link no longer works. Enter your email to get a new one.'
const ONE_CLICK_MAX_BYTES = 4096

export function registerUnsubscribe(app: FastifyInstance, deps: ProfileDeps): void {
  const { db, secret, background } = deps
  const sendCaps = createSendCaps(app, 'unsubscribe-links', deps.limits)

  serve(app, unsubscribe, async ({ body, request }) => {
    const isSubscribed = body.is_subscribed ?? false
    const said = { message: isSubscribed ? RESUMED : STOPPED }
    const contact = body.token === undefined ? null : await contactWith(deps, body.token)
    if (contact !== null) {
      if (body.is_erased) {
        await eraseAddress(db, contact)
        return { message: ERASED }
      }
      await (isSubscribed ? allowAddress : stopAddress)(db, contact)
      return { message: isSubscribed ? ALLOWED : STOPPED }
    }
    if (body.token !== undefined) {
      const { row, type } = await requireSubscription(deps, body.token)
      await setSubscribed(db, row.id, { type: body.scope === 'all' ? null : type, isSubscribed })
      return said
    }
    const me = await loggedIn(app, deps, request)
    if (me && (body.email === undefined || body.email.toLowerCase() === me.email.toLowerCase())) {
      const type = body.scope === 'type' ? (body.type ?? null) : null
      await setSubscribed(db, me.id, { type, isSubscribed })
      return said
    }
    const { email } = body
    if (email === undefined) throw invalid({ email: ['Enter your email.'] })
    await sendCaps.take(request.ip, email)
    // After the response, whose timing must not reveal who has an account.
    background.run('unsubscribe link', () => mailLink(deps, email))
    return { message: ON_ITS_WAY }
  })

  serve(app, showSubscription, async ({ body }) => {
    const contact = await contactWith(deps, body.token)
    if (contact !== null) {
      const isOn = !(await stoppedAmong(db, [contact])).has(contact)
      const about = { email: masked(contact), type: null, is_subscribed: isOn, is_subscribed_to_any: isOn }
      return { data: { ...about, imports: await importsOf(db, contact) } }
    }
    const { row, type } = await requireSubscription(deps, body.token)
    const on = await subscribedTypes(db, row.id)
    const isOn = type === null ? on.length > 0 : on.includes(type)
    const email = masked(row.email)
    return { data: { email, type, is_subscribed: isOn, is_subscribed_to_any: on.length > 0 } }
  })

  app.register(async (scope) => {
    const asText = { parseAs: 'string', bodyLimit: ONE_CLICK_MAX_BYTES } as const
    scope.removeAllContentTypeParsers()
    // Mail services send either kind of form, and nothing in it but one word.
    scope.addContentTypeParser(FORMS, asText, (_request, body, done) => done(null, body))
    scope.post<{ Params: { token: string } }>(
      '/user/unsubscribe/:token',
      { schema: { hide: true } },
      async (request) => {
        const subscription = await readUnsubscribeToken(secret, request.params.token)
        if (!subscription || !/One-Click/.test(String(request.body ?? ''))) throw invalid({ token: [GONE] })
        const row = await customerById(db, subscription.customerId)
        if (row) await setSubscribed(db, row.id, { type: subscription.type, isSubscribed: false })
        return { message: STOPPED }
      },
    )
  })
}

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Throws 422 on `token` for one that is not ours, is too old, or whose customer is gone. */
async function requireSubscription(
  { db, secret }: ProfileDeps,
  token: string,
): Promise<Pick<Subscription, 'type'> & { row: CustomerRow }> {
  const subscription = await readUnsubscribeToken(secret, token)
  const row = subscription && (await customerById(db, subscription.customerId))
  if (!subscription || !row) throw invalid({ token: [GONE] })
  return { row, type: subscription.type }
}

/** Null for a visitor, and for who is logged in as a seller. */
async function loggedIn(
  app: FastifyInstance,
  { db }: ProfileDeps,
  request: FastifyRequest,
): Promise<CustomerRow | null> {
  const caller = await app.authenticator.identify(request)
  if (caller?.scope !== 'session') return null
  return (await customerById(db, caller.id)) ?? null
}

/** The address of a contact that a company imported; null for the token of an account. Throws 422 once it is erased. */
async function contactWith({ db, secret }: ProfileDeps, token: string): Promise<string | null> {
  const contactId = await readContactToken(secret, token)
  if (contactId === null) return null
  const address = await addressOf(db, contactId)
  if (address === null) throw invalid({ token: [GONE] })
  return address
}

async function mailLink({ db, secret, mails }: ProfileDeps, address: string): Promise<void> {
  const row = await customerByEmail(db, address)
  const contactId = row ? null : await contactOf(db, address)
  if (contactId !== null) await mails.contactLink(address, { token: await contactToken(secret, contactId) })
  if (!row) return
  await mails.unsubscribeLink(row, {
    token: await unsubscribeToken(secret, { customerId: row.id, type: null }),
  })
}
