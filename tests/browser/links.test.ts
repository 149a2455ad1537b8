/** Every link that the server writes into mails, texts, notices and maps of the site opens what it names. */
import { beforeAll, expect, it } from 'vitest'
import { links, type PageLink } from '#shared/contract/pages.ts'
import type { SellerPlace } from '#shared/contract/seller-places.ts'
import { workLinks } from '#shared/contract/work-links.ts'
import { type Person, person } from '#tests/support/browser.ts'
import { logIn, withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ companies: 0, deals: 60 })
let dana: Person
beforeAll(async () => {
  dana = await person(browser, { baseURL: world.url })
  await logIn(dana.context, world)
})
interface Target {
  to: PageLink
  /** Of the tab, without the count of unread messages before it and the site's name behind it. */
  title: string
  /** What only this page says. */
  says: RegExp
}

/** With ids of the seeded world, of things that are Dana's. She is logged in, and the tokens were used before. */
async function targets(): Promise<Record<Exclude<keyof typeof links, 'seller'>, Target>> {
  const [offer, payment, chat] = [await newest('offers'), await newest('payments'), await newest('chats')]
  const home = { title: 'Off-market deals', says: /Welcome back, Dana/ }
  const messages = { title: 'Messages', says: /Messages/ }
  return {
    home: { to: links.home(), ...home },
    login: { to: links.login(), ...home },
    terms: { to: links.terms(), title: 'Terms of service', says: /Terms of service/ },
    privacy: { to: links.privacy(), title: 'Privacy policy', says: /Privacy policy/ },
    accessibility: {
      to: links.accessibility(),
      title: 'Accessibility',
      says: /WCAG\) 2\.2, level AA.*help@plat\.example/s,
    },
    help: { to: links.help(), title: 'Help', says: /How do I get money out of my wallet\?/ },
    confirmEmail: { to: links.confirmEmail('used'), ...home },
    savedSearch: { to: links.savedSearch(1, 'v=1&beds=3-'), title: 'Deals', says: /\d+ of 60 deals/ },
    forYou: { to: links.forYou(), title: 'For you', says: /new matches/ },
    resetPassword: { to: links.resetPassword('used'), title: 'Reset password', says: /link has expired/ },
    confirmContact: { to: links.confirmContact('used'), title: 'Confirm', says: /link no longer works/ },
    unsubscribe: { to: links.unsubscribe('used'), title: 'Unsubscribe', says: /link no longer works/ },
    deal: { to: links.deal(3), title: '5523 Larkspur Bend, Houston, TX', says: /Houston, TX 77033/ },
    company: { to: links.company(3), title: 'Bayou City Homebuyers', says: /Active deals/ },
    messages: { to: links.messages(), ...messages },
    conversation: { to: links.conversation(chat.account_id), ...messages },
    offer: { to: links.offer(offer.id), title: 'Offers', says: /All offers/ },
    confirmOffer: { to: links.confirmOffer(offer.id), title: 'Confirm your offer', says: /Open the offer/ },
    payment: { to: links.payment(payment.id), title: 'Wallet', says: /A receipt is in your email/ },
    writtenReviews: { to: links.writtenReviews(), title: 'Reviews', says: /Written by you/ },
    profile: { to: links.profile('open-houses'), title: 'Open houses', says: /Open houses/ },
  }
}

/** To which only the footer leads. */
const IMPRINT = { to: '/imprint', title: 'Imprint', says: /Plat.*help@plat\.example/s }

it('opens each of them', { timeout: 180_000 }, async () => {
  for (const [name, { to, title, says }] of Object.entries({ ...(await targets()), IMPRINT })) {
    const page = await dana.context.newPage()
    const answer = await page.goto(to)
    expect(answer?.status(), name).toBe(200)
    await page.getByRole('main').filter({ hasText: says }).waitFor()
    await expect
      .poll(() => page.title(), { message: name })
      .toMatch(new RegExp(`^(\\(\\d+\\) )?${title} · Plat$`))
    await page.close()
  }
})

/** The places of the seller's app, with ids of Nora's company and the heading of each. */
async function sellerTargets(): Promise<
  Record<SellerPlace['kind'], { place: SellerPlace; heading: RegExp }>
> {
  const { db } = world.server.database
  const offer = await db
    .selectFrom('offers')
    .innerJoin('properties', 'properties.id', 'offers.property_id')
    .innerJoin('customers', 'customers.id', 'offers.customer_id')
    .innerJoin('account_members', 'account_members.account_id', 'properties.account_id')
    .where('account_members.email', '=', world.logins.seller1.email)
    .where('offers.state', '!=', 'draft')
    .select(['offers.id', 'offers.property_id', 'offers.customer_id', 'customers.name'])
    .select(['properties.address', 'properties.account_id'])
    .orderBy('offers.id')
    .executeTakeFirstOrThrow()
  const { id: offerId, property_id: dealId, customer_id: customerId } = offer
  const blast = await db
    .insertInto('campaigns')
    .values({
      account_id: offer.account_id,
      kind: 'blast',
      channel: 'email',
      body: 'Come and see it.',
      words: '',
      property_ids: '[]',
      audience: '{}',
      state: 'sent',
      send_at: new Date(),
      finished_at: new Date(),
      stats: JSON.stringify({ audience: 1, sent: 1, waiting: 0, failed: 0, left_out: {} }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    today: { place: { kind: 'today' }, heading: /^Today$/ },
    messages: { place: { kind: 'messages', filter: 'unread' }, heading: /^Inbox$/ },
    conversation: {
      place: { kind: 'conversation', customerId },
      heading: new RegExp(`^${offer.name}$`),
    },
    requests: { place: { kind: 'requests', dealId: null }, heading: /^Requests$/ },
    deals: { place: { kind: 'deals' }, heading: /^Deals$/ },
    deal: { place: { kind: 'deal', id: dealId }, heading: new RegExp(`^${offer.address}`) },
    offers: {
      place: { kind: 'offers', propertyId: null, offerId },
      heading: new RegExp(`^Offer of ${offer.name}`),
    },
    'offers-in': { place: { kind: 'offers-in', state: 'under_contract' }, heading: /^Under contract$/ },
    buyers: { place: { kind: 'buyers', dealId }, heading: /^Buyers/ },
    blasts: { place: { kind: 'blasts' }, heading: /^Blasts$/ },
    'new-blast': { place: { kind: 'new-blast', propertyId: dealId }, heading: /^New blast$/ },
    'new-digest': { place: { kind: 'new-digest' }, heading: /^New deals digest$/ },
    blast: { place: { kind: 'blast', id: blast.id }, heading: /^Sent to 1 buyer$/ },
    reviews: { place: { kind: 'reviews' }, heading: /^Reviews$/ },
    company: { place: { kind: 'company' }, heading: /^Company$/ },
    start: { place: { kind: 'start', step: 'identity' }, heading: /^Verify who you are$/ },
    login: { place: { kind: 'login' }, heading: /^My login$/ },
  }
}

it('opens each place of the seller app', { timeout: 120_000 }, async () => {
  const nora = await person(browser, { baseURL: world.url })
  await nora.page.goto('/seller/?login=seller1')
  await nora.page.getByRole('navigation', { name: 'Seller app' }).waitFor()
  for (const [kind, { place, heading }] of Object.entries(await sellerTargets())) {
    const page = await nora.context.newPage()
    await page.goto(links.seller(place))
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).allTextContents(), {
        message: kind,
        timeout: 20_000,
      })
      .toEqual([expect.stringMatching(heading)])
    await page.close()
  }
})

/** For people who have not logged in. The tokens were used before, which the page that takes them says. */
const WORK: Record<keyof typeof workLinks, readonly { to: PageLink; heading: string; says: RegExp }[]> = {
  sellerLogin: [{ to: workLinks.sellerLogin(), heading: 'Seller app', says: /Forgot password\?/ }],
  staffLogin: [{ to: workLinks.staffLogin(), heading: 'Console', says: /Forgot password\?/ }],
  anotherPassword: (['member', 'staff'] as const).map((kind) => ({
    to: workLinks.anotherPassword(kind, 'used'),
    heading: 'Set a password',
    says: /All your devices are logged out/,
  })),
  firstPassword: (['member', 'staff'] as const).map((kind) => ({
    to: workLinks.firstPassword(kind, 'used'),
    heading: 'Set a password',
    says: /Choose a password to join the team/,
  })),
  joinSelling: [{ to: workLinks.joinSelling('used'), heading: 'This did not work', says: /link/ }],
  setup: [{ to: workLinks.setup('used'), heading: 'Set up Plat', says: /Log in/ }],
}

it('opens each page to which mails bring sellers and staff', { timeout: 120_000 }, async () => {
  for (const [name, targets] of Object.entries(WORK))
    for (const { to, heading, says } of targets) {
      const nobody = await person(browser, { baseURL: world.url })
      expect((await nobody.page.goto(to))?.status(), name).toBe(200)
      await nobody.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      await nobody.page.getByText(says).first().waitFor()
      // A token stays in no history and on no screen.
      expect(nobody.page.url()).not.toContain('used')
      await nobody.context.close()
    }
})

it('opens the offer for an address that an earlier version wrote', async () => {
  const { id } = await newest('offers')
  const page = await dana.context.newPage()
  await page.goto(`/profile/offers/${id}`)
  await page.getByRole('main').getByRole('link', { name: 'All offers' }).waitFor()
  expect(new URL(page.url()).search).toBe(`?offer=${id}`)
})

/** Of Dana's. */
async function newest(table: 'offers' | 'payments' | 'chats') {
  const { db } = world.server.database
  const { id } = await db
    .selectFrom('customers')
    .select('id')
    .where('email', '=', world.logins.buyer1.email)
    .executeTakeFirstOrThrow()
  const row = await db
    .selectFrom(table)
    .selectAll()
    .where('customer_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { id: row.id, account_id: 'account_id' in row ? row.account_id : 0 }
}
