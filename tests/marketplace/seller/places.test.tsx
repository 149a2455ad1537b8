// @vitest-environment happy-dom
/** What the seller app shows when the server cannot be reached, when something does not exist, and when there is no data yet. */

import { expect, test } from 'vitest'
import { BlastForm } from '#marketplace/seller/ui/blasts/blast-form.tsx'
import { BlastPage } from '#marketplace/seller/ui/blasts/blast-page.tsx'
import { BuyersPlace } from '#marketplace/seller/ui/buyers/buyers-place.tsx'
import { ChatList } from '#marketplace/seller/ui/chat-list.tsx'
import { CompanyPage } from '#marketplace/seller/ui/company/company-page.tsx'
import { DealList } from '#marketplace/seller/ui/deals/deal-list.tsx'
import { DealPage } from '#marketplace/seller/ui/deals/deal-page.tsx'
import { StartPlace } from '#marketplace/seller/ui/join/start-place.tsx'
import { NotificationsSection } from '#marketplace/seller/ui/notifications-section.tsx'
import { OfferPanel } from '#marketplace/seller/ui/offers/offer-panel.tsx'
import { OffersPlace } from '#marketplace/seller/ui/offers/offers-place.tsx'
import { PropertyList } from '#marketplace/seller/ui/property-list.tsx'
import { ReviewsPlace } from '#marketplace/seller/ui/reviews/reviews-place.tsx'
import { Thread } from '#marketplace/seller/ui/thread.tsx'
import { VisitsDialog } from '#marketplace/seller/ui/visits-dialog.tsx'
import { sellerCampaign } from '#shared/contract/campaigns.ts'
import { sellerMessages } from '#shared/contract/seller.ts'
import { sellerBuyers } from '#shared/contract/seller-buyers.ts'
import { sellerCompany } from '#shared/contract/seller-company.ts'
import { sellerDealForEdit } from '#shared/contract/seller-listing.ts'
import { sellerOffer, sellerReviews } from '#shared/contract/seller-offers.ts'
import { wireMessage } from '#tests/support/eg.ts'
import { OFFLINE, refused } from '#tests/support/fake-api.ts'
import { buttonNamed, doing, render } from '#tests/support/render.tsx'
import { sellerStore } from '#tests/support/seller-store.ts'

const NOT_FOUND = refused(404, 'Not found.')
const COMPANY = { id: 1, title: 'Lone Star', about: 'Houston', states: ['TX'], is_verified: true }

const buttons = (box: Element) =>
  [...box.querySelectorAll('button')].map(({ textContent }) => textContent?.trim())
const links = (box: Element) => [...box.querySelectorAll('a')].map(({ textContent }) => textContent?.trim())
const headings = (box: Element) => [...box.querySelectorAll('h1')].map(({ textContent }) => textContent)
const lines = (box: Element) => [...box.querySelectorAll('p')].map(({ textContent }) => textContent)

test('the guide says that it could not be loaded instead of steps that are not done, and loads when the server is back', async () => {
  const { server, store } = sellerStore()
  server.on(sellerCompany, { data: COMPANY })
  server.failure = OFFLINE
  const box = await render(<StartPlace store={store} step="deal" />)
  await expect.poll(() => lines(box)).toContain('The guide could not be loaded.')
  expect(buttons(box)).toEqual(['Try again'])
  expect(box.textContent).not.toContain('Company verified')
  server.failure = null
  await expect.poll(() => box.querySelector('ol')?.textContent).toContain('Done: Company')
  expect(box.textContent).toContain('Company verified')
  expect(headings(box)).toEqual(['Your first deal'])
})

test('a conversation that does not exist says so, without a reply box', async () => {
  const { server, store } = sellerStore()
  server.on(sellerMessages, NOT_FOUND)
  store.open(999)
  const box = await render(<Thread store={store} />)
  await expect.poll(() => lines(box)).toContain('This conversation does not exist.')
  expect(box.querySelector('textarea')).toBeNull()
  expect(box.textContent).not.toContain('#')
  expect(buttons(box)).not.toContain('Try again')
})

test('a link to a guest who has a login by now opens the conversation of the buyer, with what was typed', async () => {
  const { server, store } = sellerStore()
  server.on(sellerMessages, { data: [wireMessage({ id: 1, customer_id: 7 })] })
  store.draft(5).value = 'It is vacant.'
  store.go({ kind: 'conversation', customerId: 5 })
  await expect.poll(() => store.place.value).toEqual({ kind: 'conversation', customerId: 7 })
  await expect.poll(() => store.thread.value).toMatchObject({ customerId: 7, state: 'ready' })
  expect([store.draft(5).value, store.draft(7).value]).toEqual(['', 'It is vacant.'])
})

test('where no buyer has written, there is none to choose', async () => {
  const { store } = sellerStore()
  const box = await render(<Thread store={store} />)
  expect(box.textContent).toBe('')
})

test('buyers compared with a deal that does not exist: says so, with no way to message them', async () => {
  const { server, store } = sellerStore()
  server.on(sellerBuyers, NOT_FOUND)
  const box = await render(<BuyersPlace store={store} dealId={999} />)
  await expect.poll(() => lines(box)).toContain('This deal does not exist in your account.')
  expect(links(box)).not.toContain('Message matching buyers')
  expect(buttons(box)).toEqual(['Import buyers'])
})

test.each([
  ['away', OFFLINE, 'The blast could not be loaded.', ['Try again']],
  ['none', NOT_FOUND, 'This blast does not exist in your account.', []],
] as const)(
  'a blast that cannot be shown has a heading and the reason: %s',
  async (_name, failure, words, acts) => {
    const { server, store } = sellerStore()
    server.on(sellerCampaign, failure)
    const box = await render(<BlastPage store={store} id={999} />)
    await expect.poll(() => lines(box)).toContain(words)
    expect([headings(box), buttons(box)]).toEqual([['Blast'], acts])
    expect(box.textContent).not.toContain('Not found')
  },
)

test('without offers there is a heading and a next step', async () => {
  const { store } = sellerStore()
  const box = await render(<OffersPlace store={store} propertyId={null} />)
  await expect.poll(() => headings(box)).toEqual(['Offers'])
  expect(links(box)).toEqual(['Open deals'])
})

test.each([
  ['does not exist', NOT_FOUND, 'This deal does not exist in your account.'],
  ['has none', { data: { id: 5 } }, 'This deal has no active offers.'],
])('offers on a deal that %s', async (_name, deal, words) => {
  const { server, store } = sellerStore()
  server.on(sellerDealForEdit, deal)
  const box = await render(<OffersPlace store={store} propertyId={5} />)
  await expect.poll(() => lines(box)).toContain(words)
  expect([headings(box), links(box)]).toEqual([['Offers'], ['All offers']])
})

test('an offer that does not exist says so', async () => {
  const { server, store } = sellerStore()
  server.on(sellerOffer, NOT_FOUND)
  store.offers.open(999)
  const box = await render(<OfferPanel store={store} />)
  await expect.poll(() => lines(box)).toContain('This offer does not exist in your account.')
})

test.each([
  ['a deal', 'Deal', (store: Store) => <DealPage store={store} dealId={5} />],
  ['the offers', 'Offers', (store: Store) => <OffersPlace store={store} propertyId={null} />],
  ['settings', 'Settings', (store: Store) => <CompanyPage store={store} />],
])('%s that could not be loaded: the heading is there all the same', async (_name, title, place) => {
  const { server, store } = sellerStore()
  server.failure = OFFLINE
  const box = await render(place(store))
  await expect.poll(() => box.textContent).toContain('could not be loaded.')
  expect([...box.querySelectorAll('h1, h2')].map(({ textContent }) => textContent)).toContain(title)
})

test.each([
  ['blast', undefined],
  ['digest', { kind: 'deals_digest' } as const],
])(
  'a new %s says once for its deals and once for its buyers that they are not there',
  async (_name, first) => {
    const { server, store } = sellerStore()
    server.failure = OFFLINE
    const box = await render(<BlastForm store={store} first={first ?? {}} />)
    await expect.poll(() => lines(box)).toContain('The buyers could not be counted.')
    await expect.poll(() => lines(box)).toContain('The deals could not be loaded.')
    expect(buttons(box).filter((name) => name === 'Try again')).toHaveLength(2)
    expect(box.querySelector('section[aria-label=Sending] [role=alert]')?.textContent).toBe('')
    expect(buttons(box)).toContain('Send')
    expect(box.textContent).not.toContain('None')
  },
)

const OpenHouses = ({ store }: { store: Store }) => <VisitsDialog store={store} onClose={() => {}} />
const Choice = ({ store }: { store: Store }) => (
  <PropertyList store={store} legend="Deals" kind="several" chosen={[]} onChoose={() => {}} />
)

test.each([
  ['messages', ChatList, 'Buyers write to you from the pages of your published deals.'],
  ['open houses', OpenHouses, 'Add one on the page of a deal.'],
  ['deals to choose from', Choice, 'Add one under Deals first.'],
])('a new account without %s says where they come from', async (_name, Place, words) => {
  const { store } = sellerStore()
  await store.loadChats()
  const box = await render(<Place store={store} />)
  await expect.poll(() => box.textContent).toContain(words)
})

test('notifications that could not be loaded say why, as the rest of the login page does', async () => {
  const { server, store } = sellerStore()
  server.failure = OFFLINE
  const box = await render(<NotificationsSection store={store} />)
  await expect
    .poll(() => box.querySelector('[role=alert]')?.textContent)
    .toBe('Plat cannot be reached. Nothing is lost: try again in a moment.')
  expect(buttons(box)).toEqual(['Try again'])
})

type Store = ReturnType<typeof sellerStore>['store']

test('while the company closes, what the server would refuse is not offered, until the closing is canceled', async () => {
  const { store } = sellerStore()
  const [buyers, deals] = [
    await render(<BuyersPlace store={store} dealId={null} />),
    await render(<DealList store={store} />),
  ]
  const offered = () => [buttons(buyers).includes('Import buyers'), buttons(deals).includes('New deal')]
  expect(offered()).toEqual([true, true])
  await doing(() => {
    store.closesAt.value = '2026-12-13T00:00:00.000Z'
  })
  expect(offered()).toEqual([false, false])
  expect([store.may('reply'), store.mayChange('reply')]).toEqual([true, false])
  await doing(() => {
    store.closesAt.value = null
  })
  expect(offered()).toEqual([true, true])
})

const fields = (box: Element) => box.querySelectorAll('input, select').length

test('without deals and without buyers there is nothing to search or to filter', async () => {
  const { server, store } = sellerStore()
  const deals = await render(<DealList store={store} />)
  await expect.poll(() => deals.textContent).toContain('No deals yet.')
  expect(fields(deals)).toBe(0)
  const buyers = await render(<BuyersPlace store={store} dealId={null} />)
  await expect.poll(() => buyers.textContent).toContain('No buyers yet.')
  expect(fields(buyers)).toBe(0)
  // A search that finds nothing stays.
  server.on(sellerBuyers, { data: [{ id: 1, name: 'Dana' }], count: 1 }, { data: [] })
  await store.buyers.load()
  await expect.poll(() => fields(buyers)).toBe(3)
  await doing(() => void store.buyers.show({ text: 'zzz' }))
  await expect.poll(() => buyers.textContent).toContain('No buyers match.')
  expect(fields(buyers)).toBe(3)
  // Who clears the search to type another is still in it, also before the answer.
  const search = buyers.querySelector('input')
  server.on(sellerBuyers, () => new Promise<never>(() => {}))
  await doing(() => void store.buyers.show({ text: '' }))
  expect(buyers.querySelector('input')).toBe(search)
})

test('reviews come page by page, and a change keeps the pages that are shown', async () => {
  const { server, store } = sellerStore()
  server.on(sellerReviews, ({ query }) => {
    const page = Number(query?.page ?? 1)
    const data = query?.list === 'received' ? [{ id: 10 - page, rating: 5, content: `Page ${page}` }] : []
    return { data, links: { next: data.length > 0 && page < 6 ? 'more' : null } }
  })
  const box = await render(<ReviewsPlace store={store} />)
  const texts = () => lines(box).filter((text) => text?.startsWith('Page '))
  await expect.poll(texts).toEqual(['Page 1'])
  await doing(() => buttonNamed(box, 'Load more reviews').click())
  await expect.poll(texts).toEqual(['Page 1', 'Page 2'])
  await doing(() => void store.reviews.refresh())
  await expect.poll(() => server.of(sellerReviews).filter(({ query }) => query?.page === 2).length).toBe(2)
  expect(texts()).toEqual(['Page 1', 'Page 2'])
})
