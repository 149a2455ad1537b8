/** What a person of a seller's team is offered is what the table of roles allows: nothing that the server would refuse. */
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { MEMBER_ROLES, type Permission, roleMay } from '#shared/contract/member-roles.ts'
import { movesOf } from '#shared/rules/offers/offer-graph.ts'
import { NARROW, person } from '#tests/support/browser.ts'
import { withWorld } from '#tests/support/fixtures.ts'

const { world, browser } = withWorld({ messages: 0, companies: 0, deals: 60 })

interface Place {
  /** Behind `#` in the address. */
  hash: string
  /** There for every role once the page is. */
  shown: (page: Page) => Locator
  offers: readonly [needs: Permission, what: string, find: (page: Page) => Locator][]
}

const LONE_STAR = 1
let places: readonly Place[]
beforeAll(async () => {
  const { db } = world.server.database
  const first = async (table: 'chats' | 'properties') =>
    db.selectFrom(table).selectAll().where('account_id', '=', LONE_STAR).orderBy('id').execute()
  const [chat] = await db
    .selectFrom('chats')
    .select('customer_id')
    .where('account_id', '=', LONE_STAR)
    .execute()
  const deals = await first('properties')
  const deal = deals.find((one) => 'listing' in one && one.listing === 'listed')
  const offers = await db
    .selectFrom('offers')
    .select(['id', 'state'])
    .where('account_id', '=', LONE_STAR)
    .execute()
  const offer = offers.find(({ state }) => movesOf(state, 'seller').includes('accept'))
  places = placesOf({
    customer: Number(chat?.customer_id),
    deal: Number(deal?.id),
    offer: Number(offer?.id),
    blast: await laterBlast(),
  })
})

/** A campaign that can still be called off. */
async function laterBlast(): Promise<number> {
  const ask = async (path: string, body: object, token = '') => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const answer = await fetch(world.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()).data
  }
  const { email, password } = world.logins.seller1
  const { token } = await ask('/account/api/auth/login', { email, password })
  const send_at = new Date(Date.now() + 86_400_000).toISOString()
  return (await ask('/account/api/blasts', { channel: 'email', message: 'Coming soon', send_at }, token)).id
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first()
const link = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true })
const field = (name: string | RegExp) => (page: Page) => page.getByLabel(name).first()
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true })

const placesOf = (of: { customer: number; deal: number; offer: number; blast: number }): Place[] => [
  {
    hash: 'today',
    shown: (page) => page.getByRole('heading', { name: 'Needs you now' }),
    offers: [
      ['reply', 'a reply', (page) => page.getByRole('link', { name: /^Reply: / }).first()],
      ['offers', 'the answer to an offer', (page) => page.getByRole('link', { name: /^Answer: / }).first()],
      ['deals', 'a new deal', button('New deal')],
      ['outreach', 'a new blast', link('New blast')],
    ],
  },
  {
    hash: `messages/${of.customer}`,
    shown: (page) => page.getByRole('log').getByRole('article').last(),
    offers: [
      ['reply', 'the field for a reply', (page) => page.getByPlaceholder('Type a reply')],
      ['reply', 'marking the conversation done', button('Done')],
      ['reply', 'archiving it and blocking the buyer', button('More')],
      ['outreach', 'a blast', button('New blast')],
      ['outreach', 'a digest', button('Deals digest')],
    ],
  },
  { hash: 'deals', shown: heading('Deals'), offers: [['deals', 'a new deal', button('New deal')]] },
  {
    hash: `deals/${of.deal}`,
    shown: heading('History'),
    offers: [['deals', 'the price of a deal', field(/^Asking price/)]],
  },
  {
    hash: `offers/all/${of.offer}`,
    shown: heading('Files'),
    offers: [
      ['offers', 'accepting an offer', button('Accept')],
      ['reply', 'asking for documents', button('Ask for documents')],
    ],
  },
  {
    hash: `buyers/${of.deal}`,
    shown: (page) => page.getByText(/ of 100$|^No match$|^No buy box$/).first(),
    offers: [
      ['reply', 'the tags of a buyer', button(/^Tags of /)],
      ['settings', 'importing buyers', button('Import buyers')],
      ['outreach', 'a blast to matching buyers', link('Message matching buyers')],
    ],
  },
  { hash: 'blasts', shown: heading('Blasts'), offers: [['outreach', 'a new blast', link('New blast')]] },
  {
    hash: `blasts/${of.blast}`,
    shown: heading('What it says'),
    offers: [['outreach', 'calling a blast off', button('Call it off')]],
  },
  {
    hash: 'blasts/new',
    shown: (page) => page.getByRole('heading', { name: /^(New blast|Blasts)$/ }),
    offers: [['outreach', 'the form of a blast', heading('New blast')]],
  },
  {
    hash: 'blasts/digest',
    shown: (page) => page.getByRole('heading', { name: /^(New deals digest|Blasts)$/ }),
    offers: [['outreach', 'the form of a digest', heading('New deals digest')]],
  },
  {
    hash: 'reviews',
    shown: heading('Written by you'),
    offers: [
      ['outreach', 'a review or a response', button(/^(Review |Respond to |Change the response to )/)],
    ],
  },
  {
    hash: 'company',
    shown: heading('Members and roles'),
    offers: [
      ['settings', 'a key for the site', button('Create a key')],
      ['settings', 'inviting a colleague', button('Invite')],
      ['settings', 'the guide of a new company', link('Open the guide')],
      ['settings', 'all data of the company', link('Download everything')],
      ['reply', 'a saved reply', button('Add a saved reply')],
    ],
  },
  {
    hash: 'start/company',
    shown: (page) => page.getByRole('heading', { name: /^(Your company|Members and roles)$/ }),
    offers: [['settings', 'the steps of a new company', heading('Your company')]],
  },
]

const isOffered = async (control: Locator): Promise<boolean> =>
  (await control.count()) > 0 && (await control.isVisible()) && (await control.isEnabled())

test.each(MEMBER_ROLES)(
  'a person with the role %s is offered what the role includes, and nothing else',
  async (role) => {
    const { email } = world.logins.seller1
    await world.server.database.db
      .updateTable('account_members')
      .set({ role })
      .where('email', '=', email)
      .execute()
    const { context, page, pageErrors } = await person(browser, { baseURL: world.url })
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`)
    })
    await page.goto('/seller/?login=seller1')
    await page.getByRole('navigation', { name: 'Seller app' }).waitFor()
    const wrong: string[] = []
    for (const { hash, shown, offers } of places) {
      await page.goto(`/seller/#${hash}`)
      await shown(page).waitFor()
      for (const [needs, what, find] of offers) {
        const may = roleMay(role, needs)
        if (may)
          await find(page)
            .waitFor({ timeout: 5_000 })
            .catch(() => {})
        if ((await isOffered(find(page))) !== may) wrong.push(`${may ? 'lacks' : 'is offered'} ${what}`)
      }
    }
    expect({ wrong, refused, pageErrors }).toEqual({ wrong: [], refused: [], pageErrors: [] })
    await context.close()
  },
  120_000,
)

test('an owner downloads everything of the company in one file, with its deals and documents', async () => {
  await world.server.database.db
    .updateTable('account_members')
    .set({ role: 'administrator' })
    .where('email', '=', world.logins.seller1.email)
    .execute()
  const { context, page } = await person(browser, { baseURL: world.url })
  await page.goto('/seller/?login=seller1')
  await page.getByRole('navigation', { name: 'Seller app' }).waitFor()
  await page.goto('/seller/#company')
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download everything' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('company-data.zip')
  const files = unzipSync(await readFile(await download.path()))
  const rowsOf = (table: string) => JSON.parse(new TextDecoder().decode(files[`data/${table}.json`]))
  expect(rowsOf('accounts')).toMatchObject([{ id: LONE_STAR, title: 'Lone Star Dispositions' }])
  const named = rowsOf('chats').map(({ customer_name }: { customer_name: string }) => customer_name)
  expect(named).toContain('Dana Whitfield')
  await context.close()
})

test('on a phone the name of the buyer is whole beside who looks after the conversation', async () => {
  const { context, page } = await person(browser, { baseURL: world.url, viewport: NARROW })
  await page.goto('/seller/?login=seller1#company')
  const form = page.getByRole('main')
  await form.getByLabel('Name', { exact: true }).last().fill('Rita Vale')
  await form.getByLabel('Email', { exact: true }).last().fill('rita@lonestardispositions.example')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('Rita Vale').first().waitFor()
  await page.goto(`/seller/#${places.find(({ hash }) => hash.startsWith('messages/'))?.hash}`)
  await page.getByRole('combobox', { name: 'Assigned to' }).waitFor()
  const isWhole = await page
    .getByRole('main')
    .getByRole('heading', { level: 1 })
    .evaluate((name) => name.scrollWidth <= name.clientWidth && name.clientWidth > 0)
  expect(isWhole).toBe(true)
  await context.close()
})
