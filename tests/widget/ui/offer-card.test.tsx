// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import type { PropertyCard } from '#shared/thread/model.ts'
import { OfferCard } from '#shared/thread/offer/offer-card.tsx'
import { timeLeft } from '#shared/thread/offer/offer-labels.ts'
import type { OfferNow } from '#shared/thread/offer-model.ts'
import * as eg from '#tests/support/eg.ts'
import { buttonNamed, doing, render, the, type } from '#tests/support/render.tsx'
import { fakeOffers } from './fake-store.ts'

const property: PropertyCard = {
  id: 1,
  createdAt: null,
  url: 'https://plat.test/property/1',
  thumb: null,
  priceUsd: 119_000,
  arvUsd: 187_000,
  address: '7734 Kashmere St',
  beds: 3,
  baths: 2,
  sqft: 1200,
}

async function card(given: Partial<OfferNow> = {}, side: 'buyer' | 'seller' = 'buyer') {
  const asked: string[] = []
  const offers = fakeOffers(asked)
  offers.nowMs = eg.EXAMPLE_MS
  const now = eg.offerNow(given)
  const url = 'https://plat.test/profile/offers?offer=9'
  const message = eg.message({
    id: 5,
    property,
    offer: { id: 9, priceUsd: 112_000, buyer: 'Houston Property Group LLC', url, now },
  })
  offers.stand(5, now)
  const box = await render(<OfferCard message={message} offers={offers} side={side} other="Bayou" />)
  return { box, offers, asked, now }
}
const buttons = (box: ParentNode) => [...box.querySelectorAll('button')].map((each) => each.textContent)
const press = (box: ParentNode, name: string) => doing(() => buttonNamed(box, name).click())

describe('whose turn it is', () => {
  test.each([
    ['buyer', 'submitted', ['Withdraw']],
    ['seller', 'submitted', ['Accept', 'Counter', 'Decline']],
    ['buyer', 'countered', ['Accept', 'Counter', 'Decline']],
    ['seller', 'countered', ['Decline']],
    ['seller', 'countered_by_buyer', ['Accept', 'Counter', 'Decline']],
    ['buyer', 'accepted', []],
    ['buyer', 'closed', []],
    ['seller', 'expired', []],
  ] as const)('the %s of an offer that is %s can %j', async (side, state, can) => {
    const { box } = await card({ state }, side)
    expect(buttons(box)).toEqual(can)
  })

  test('an accepted offer sends its buyer to the page that confirms it', async () => {
    const { box } = await card({ state: 'accepted' })
    const [confirm] = box.querySelectorAll<HTMLAnchorElement>('a[href*=confirm]')
    expect([confirm?.href, confirm?.target]).toEqual(['https://plat.test/offer/9/confirm', '_blank'])
  })
})

describe('the card', () => {
  test('tells price, shares, and the time left by the server’s clock', async () => {
    const { box, offers, now } = await card({ state: 'countered', priceUsd: 118_000 })
    expect(the(box, 'dl').textContent).toContain('Of asking price99%Of ARV63%')
    expect(box.textContent).toContain('Counter offer$118,000')
    expect(the(box, '[role=timer]').textContent).toBe('1 h 0 min left')
    offers.nowMs = (now.expiresAtMs ?? 0) + 1
    await doing(() => offers.stand(5, { ...now, version: 2 }))
    expect(buttons(box)).toEqual([])
    expect(box.textContent).toContain('The time to answer ran out.')
  })

  test('of an offer that its deal ended does not blame the clock', async () => {
    const { box } = await card({ state: 'expired', expiresAtMs: null })
    expect(box.textContent).toContain('Expired')
    expect(box.textContent).not.toContain('ran out')
  })

  test('of an earlier message is one line', async () => {
    const { box, offers, now } = await card()
    await doing(() => offers.stand(6, { ...now, version: 2, priceUsd: 118_000 }))
    expect(box.textContent).toBe('$112,0007734 Kashmere St')
  })

  test('follows what happens elsewhere, and closes what was being said', async () => {
    const { box, offers, now } = await card({ state: 'countered' })
    await press(box, 'Counter')
    await doing(() => offers.stand(5, { ...now, version: 3, state: 'rejected' }))
    expect(box.querySelector('form')).toBeNull()
    expect(box.textContent).toContain('Declined')
  })
})

describe('a move', () => {
  test('accept is said once more with its price, and goes out with the version that was seen', async () => {
    const { box, asked } = await card({ state: 'countered', priceUsd: 118_000, version: 4 })
    await press(box, 'Accept')
    expect(asked).toEqual([])
    await press(box, 'Accept at $118,000')
    expect(asked).toEqual(['move 9 {"action":"accept","version":4,"words":""}'])
    expect(box.querySelector('form')).toBeNull()
  })

  test('a counter reads what people type, says what it means, and refuses what is no price', async () => {
    const { box, asked } = await card({ state: 'countered' })
    await press(box, 'Counter')
    const price = the<HTMLInputElement>(box, 'input')
    await type(price, 'a lot')
    await press(box, 'Send counter')
    expect(the(box, '[role=alert]').textContent).toContain('Enter a price above zero')
    expect(price.getAttribute('aria-invalid')).toBe('true')
    await type(price, '115k')
    expect(box.textContent).toContain('$115,000, 61.5% of ARV, $4,000 below asking')
    await press(box, 'Send counter')
    expect(asked).toEqual(['move 9 {"action":"counter","version":1,"words":"","priceUsd":115000}'])
  })

  test('that failed keeps what was typed and says why', async () => {
    const { box, offers } = await card({ state: 'countered' })
    offers.answer = { text: 'The offer has moved on.', field: null }
    await press(box, 'Decline')
    await type(the<HTMLInputElement>(box, 'input'), 'Roof is older than said')
    await press(box, 'Decline the offer')
    expect(the(box, '[role=alert]').textContent).toBe('The offer has moved on.')
    expect(box.querySelector('[aria-invalid]')).toBeNull()
    expect(the<HTMLInputElement>(box, 'input').value).toBe('Roof is older than said')
    await press(box, 'Back')
    expect(buttons(box)).toEqual(['Accept', 'Counter', 'Decline'])
  })

  test.each([
    ['price', 0],
    ['words', 1],
  ] as const)(
    'whose %s was refused marks that field until it is changed, and moves the focus there',
    async (field, at) => {
      const { box, offers } = await card({ state: 'countered' })
      await press(box, 'Counter')
      const inputs = [...box.querySelectorAll('input')]
      await type(inputs[0] as HTMLInputElement, '115k')
      offers.answer = { text: 'That is refused.', field }
      await press(box, 'Send counter')
      expect(inputs.map((input) => input.getAttribute('aria-invalid'))).toEqual(
        inputs.map((_, index) => (index === at ? 'true' : null)),
      )
      const wrong = inputs[at] as HTMLInputElement
      expect(wrong.getRootNode()).toHaveProperty('activeElement', wrong)
      const described = wrong.getAttribute('aria-describedby')?.split(' ') ?? []
      expect(described.map((id) => box.querySelector(`#${CSS.escape(id)}`)?.textContent)).toContain(
        'That is refused.',
      )
      await type(wrong, '116k')
      expect(wrong.getAttribute('aria-invalid')).toBeNull()
    },
  )
})

test.each([
  [0, 'Time is up'],
  [59_001, '1:00 left'],
  [65_000, '1:05 left'],
  [10 * 60_000, '10 min left'],
  [23.5 * 3_600_000, '23 h 30 min left'],
  [72 * 3_600_000, '3 days left'],
])('%d ms are %s', (ms, words) => {
  expect(timeLeft(ms)).toBe(words)
})
