/** What a page with a publishable key asks, and what a visitor without a login does. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createBackground } from '#server/accounts/login/background.ts'
import { checkCode, codeExpired, deliverCode, openHandle, renewCode } from '#server/accounts/login/codes.ts'
import { createMails } from '#server/accounts/login/mails.ts'
import { createSendCaps } from '#server/accounts/login/send-caps.ts'
import { requirePhone } from '#server/accounts/phones/rules.ts'
import { acceptedTerms } from '#server/accounts/terms.ts'
import { networkOf } from '#server/core/http/network.ts'
import { invalid, Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { MINUTE_MS } from '#server/core/http/throttle.ts'
import { listedProperty } from '#server/messaging/first-contact.ts'
import type { Messenger } from '#server/messaging/messenger.ts'
import { createAltcha } from '#server/providers/captcha/altcha.ts'
import {
  becomeBuyer,
  confirmGuestEmail,
  finishGuestReturn,
  guestChallenge,
  renewGuest,
  sendGuestCode,
  siteKey,
  startGuest,
  startGuestReturn,
} from '#shared/contract/guests.ts'
import { GUEST_TOKENS_PER_MINUTE } from '#shared/contract/key-limits.ts'
import { links } from '#shared/contract/pages.ts'
import type { Contact } from '#shared/contract/seller-keys.ts'
import * as emails from './guest-email.ts'
import { addBrowser, addGuest, guestByEmail, guestOf, guestOfBrowser, issueForGuest } from './guests.ts'
import { challengeFor, requireProof } from './proof.ts'
import { createSiteSummary, findSiteKey, noteUseBy, requireSiteKey } from './site-key.ts'

const HOUR_MS = 60 * MINUTE_MS

export interface GuestDeps extends Omit<emails.GuestMailDeps, 'mails'> {
  messenger: Messenger
}

/** The origins whose pages may call with this publishable key; null for all. */
export async function pagesOfKey(
  { db, site }: Pick<GuestDeps, 'db' | 'site'>,
  key: string,
): Promise<string[] | null> {
  const origins = (await findSiteKey(db, key))?.origins ?? []
  return origins.length === 0 ? null : [...origins, site.origin]
}

export function registerGuests(app: FastifyInstance, deps: GuestDeps): void {
  const { db, parts } = deps
  const summaryOf = createSiteSummary(deps)
  const own = createAltcha({ driver: 'altcha' }, deps)
  const captcha = {
    // Google's script would have to run in the page of somebody else, whose policy rarely admits it.
    of: async () => ((await parts.captcha.challenge()).provider === 'recaptcha' ? own : parts.captcha),
    require: async (token: string | undefined, ip: string) => (await captcha.of()).require(token, ip),
  }

  serve(app, siteKey, async ({ params, request }) => {
    const { origin } = request.headers
    const key = await requireSiteKey(deps, params.key, origin)
    await noteUseBy(deps, key, origin)
    return { data: await summaryOf(key) }
  })

  serve(app, guestChallenge, async ({ params, request }) => {
    const { text } = await requireSiteKey(deps, params.key, request.headers.origin)
    return { data: { challenge: challengeFor(deps, text), captcha: await (await captcha.of()).challenge() } }
  })

  registerStart(app, deps, captcha)
  registerReturn(app, deps, captcha)
  registerEmail(app, deps)

  const renewals = app.createThrottle('guest-tokens', GUEST_TOKENS_PER_MINUTE, MINUTE_MS)
  serve(app, renewGuest, async ({ params, body, request }) => {
    await renewals.take(networkOf(request.ip))
    const key = await requireSiteKey(deps, params.key, request.headers.origin)
    const guest = await guestOfBrowser(db, key.accountId, requireProof(deps, key.text, body))
    if (!guest) throw unknownGuest()
    return { data: await issueForGuest(db, key, guest) }
  })
}

interface CaptchaDoor {
  require(token: string | undefined, ip: string): Promise<void>
}

function registerStart(app: FastifyInstance, deps: GuestDeps, captcha: CaptchaDoor): void {
  const { db, limits, messenger } = deps
  const perNetwork = app.createThrottle('guests-of-a-network', limits.guestsPerNetworkPerHour, HOUR_MS)
  const perKey = app.createThrottle('guests-of-a-key', limits.guestsPerKeyPerHour, HOUR_MS)

  serve(app, startGuest, async ({ params, body, request }) => {
    const key = await requireSiteKey(deps, params.key, request.headers.origin)
    if (!key.guests.allowed)
      throw new Refusal(403, {
        message: 'To send messages on this site, log in first.',
        code: 'guests_not_allowed',
      })
    const publicKey = requireProof(deps, key.text, body)
    const contact = checkedContact(key.guests.contact, body)
    await captcha.require(body.recaptcha_token, request.ip)
    const { accountId } = key
    const known = await guestOfBrowser(db, accountId, publicKey)
    if (!known) {
      await perNetwork.take(networkOf(request.ip))
      await perKey.take(String(key.id))
    }
    const guest =
      known ??
      (await addGuest(db, accountId, { name: body.name, ...contact, publicKey })) ??
      (await guestOfBrowser(db, accountId, publicKey))
    // It has written to another account, with whose site it shares this key.
    if (!guest) throw invalid({ public_key: ['Make another key for this site.'] })
    const token = await issueForGuest(db, key, guest)
    await messenger.post({
      customerId: guest.customer_id,
      accountId,
      type: 'inbound',
      body: body.message,
      propertyId: await listedProperty(db, accountId, body.property_id ?? null),
      context: body.context ?? null,
      // The same form sent again is the same message.
      idempotencyKey: createHash('sha256').update(publicKey).digest('hex').slice(0, KEY_LENGTH),
    })
    return { data: token }
  })
}

const KEY_LENGTH = 40

function checkedContact(
  wanted: Contact,
  given: { email?: string | null | undefined; phone?: string | null | undefined },
): { email: string | null; phone: string | null } {
  const email = given.email || null
  const phone = given.phone ? requirePhone(given.phone) : null
  const isMissing = {
    email: email === null && wanted !== 'phone' && !(wanted === 'either' && phone !== null),
    phone: phone === null && (wanted === 'phone' || wanted === 'both'),
  }
  if (isMissing.email || isMissing.phone)
    throw invalid({
      ...(isMissing.email ? { email: ['Enter an email address like name@example.com.'] } : {}),
      ...(isMissing.phone ? { phone: ['Enter a phone number.'] } : {}),
    })
  return { email, phone }
}

/** The way into another browser: only an e-mail that its owner has confirmed leads anywhere. */
function registerReturn(app: FastifyInstance, deps: GuestDeps, captcha: CaptchaDoor): void {
  const { db } = deps
  const mails = createMails(deps)
  const background = createBackground(app)
  const sendCaps = createSendCaps(app, 'guest-returns', deps.limits)

  serve(app, startGuestReturn, async ({ params, body, request }) => {
    const { accountId } = await requireSiteKey(deps, params.key, request.headers.origin)
    await captcha.require(body.recaptcha_token, request.ip)
    await sendCaps.take(request.ip)
    const { email } = body
    const guest = await guestByEmail(db, accountId, email)
    const wanted = {
      purpose: 'guest_return',
      customerId: guest?.customer_id ?? null,
      subject: email,
    } as const
    const { handle } = await openHandle(db, wanted)
    // Counted for addresses that nobody has, too.
    const issued = await renewCode(deps, { purpose: 'guest_return', handle })
    if (guest && issued)
      background.run('guest code', () =>
        deliverCode(deps, issued, (code) => mails.guestCode(email, { code, title: guest.account_title })),
      )
    return { data: { handle } }
  })

  serve(app, finishGuestReturn, async ({ params, body, request }) => {
    const key = await requireSiteKey(deps, params.key, request.headers.origin)
    const publicKey = requireProof(deps, key.text, body)
    const row = await checkCode(deps, { purpose: 'guest_return', handle: body.handle, code: body.code })
    const guest = await guestByEmail(db, key.accountId, row.subject)
    // The code of another site, or of an e-mail that was changed meanwhile.
    if (!guest || guest.customer_id !== row.customer_id) throw codeExpired()
    const token = await issueForGuest(db, key, guest)
    await addBrowser(db, guest.id, publicKey)
    return { data: token }
  })
}

function registerEmail(app: FastifyInstance, given: GuestDeps): void {
  const deps = { ...given, mails: createMails(given) }
  const { db, site } = deps
  const sendCaps = createSendCaps(app, 'guest-codes', deps.limits)

  serve(app, sendGuestCode, async ({ body, me, request }) => {
    const guest = await guestOf(db, me)
    await sendCaps.take(request.ip)
    return { data: { email: await emails.sendGuestEmailCode(deps, guest, body.email ?? null) } }
  })

  serve(app, confirmGuestEmail, async ({ body, me }) => ({
    data: { email: await emails.confirmGuestEmail(deps, await guestOf(db, me), body.code) },
  }))

  serve(app, becomeBuyer, async ({ body, me }) => {
    const email = await emails.becomeBuyer(
      db,
      await guestOf(db, me),
      await acceptedTerms(site, body.terms_version),
    )
    return { data: { email, login_url: site.origin + links.login() } }
  })
}

const unknownGuest = () =>
  new Refusal(404, { message: 'This browser has not written here yet.', code: 'guest_unknown' })
