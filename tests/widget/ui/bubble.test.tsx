// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import type { Message, OutgoingMessage, PropertyCard } from '#shared/thread/model.ts'
import { message } from '#tests/support/eg.ts'
import { buttonNamed, doing, render, the } from '#tests/support/render.tsx'
import { MessageBubble } from '#widget/ui/thread/message-bubble.tsx'
import { OutgoingBubble } from '#widget/ui/thread/outgoing-bubble.tsx'
import { ALONE, anOutgoing, fakeStore } from './fake-store.ts'

const property: PropertyCard = {
  id: 1,
  createdAt: null,
  url: 'https://plat.test/deal/1',
  thumb: null,
  priceUsd: 312_000,
  arvUsd: 445_000,
  address: 'Third Ward, Houston, TX 77004',
  beds: 6,
  baths: 4,
  sqft: 2860,
}

function bubble(over: Partial<Message>) {
  const sightings = { watch: () => () => {} }
  return render(
    <MessageBubble
      message={message({ id: 1, message: 'Code goes out Friday.', ...over })}
      joined={ALONE}
      name="Bayou"
      store={fakeStore().store}
      sightings={sightings}
    />,
  )
}

test.each([
  ['what was sent to the customer is left', 'outbound', 'justify-items-start', 'Bayou: '],
  ['what the customer wrote is right', 'inbound', 'justify-items-end', 'You: '],
] as const)('%s', async (_, type, side, sender) => {
  const box = await bubble({ type })
  expect(the(box, '[data-message]').className).toContain(side)
  expect(the(box, '.sr-only').textContent).toBe(sender)
})

test('a blast names its channel, and just Blast hides its text', async () => {
  const box = await bubble({ action: 'blast', channel: 'sms', message: 'Blast' })
  expect(the(box, '[data-message] > div').textContent).toBe('Blast· SMS')
  expect(box.querySelector('[data-bubble]')).toBeNull()
})

test('an action nobody knows shows without a label', async () => {
  const box = await bubble({ action: 'constructor', message: 'Hello' })
  expect(the(box, '[data-message]').textContent).toMatch(/^Bayou: Hello/)
})

test('a property card is one link in a new tab with ARV and facts', async () => {
  const box = await bubble({ property })
  const link = the<HTMLAnchorElement>(box, 'a')
  expect([link.href, link.target, link.rel]).toEqual(['https://plat.test/deal/1', '_blank', 'noopener'])
  expect(link.textContent).toContain('$312,000(ARV - $445,000)')
  expect(link.textContent).toContain('6 beds4 baths2,860 sq.ft')
  expect(the(link, '[role=img]').getAttribute('aria-label')).toBe('Price is 70.1% of ARV')
})

test('one of a thing is said in the singular', async () => {
  const box = await bubble({ property: { ...property, beds: 1, baths: 1 } })
  expect(the(box, 'a').textContent).toContain('1 bed1 bath2,860 sq.ft')
})

test('without an ARV there is no ARV text and no bar', async () => {
  const box = await bubble({ property: { ...property, arvUsd: null } })
  expect(box.textContent).not.toContain('ARV')
  expect(box.querySelector('[role=img]')).toBeNull()
})

test('a price at the ARV fills the bar with ink', async () => {
  const box = await bubble({ property: { ...property, arvUsd: property.priceUsd } })
  expect(the(box, '[role=img]').children).toHaveLength(1)
})

test.each(['javascript:alert(1)', 'data:text/html,x', '/deal/1', 'not an address'])(
  'a property at %s is no link',
  async (url) => {
    const box = await bubble({ property: { ...property, url } })
    expect(box.querySelector('a')).toBeNull()
  },
)

test('an offer of a backend that says no more shows price, buyer and its share of asking price and ARV', async () => {
  const offer = { id: 1, priceUsd: 112_000, buyer: 'Houston Property Group LLC', url: null, now: null }
  const box = await bubble({ offer, property: { ...property, priceUsd: 119_000, arvUsd: 187_000 } })
  await act(async () => void (await import('#shared/thread/offer/offer-card.tsx')))
  expect(the(box, 'dl').textContent).toBe('BuyerHouston Property Group LLCOf asking price94%Of ARV60%')
  expect(box.textContent).toContain('$112,000')
  expect(box.querySelector('button')).toBeNull()
})

test.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  '{{7*7}}',
])('the text %s is only ever text', async (message) => {
  const box = await bubble({ message })
  expect(the(box, '[data-bubble]').textContent).toBe(message)
  expect(box.querySelectorAll('[data-bubble] :not(span)')).toHaveLength(0)
})

test('an address in the text opens in a new tab and tells nobody where from', async () => {
  const box = await bubble({ message: 'See https://plat.test/a.' })
  const link = the<HTMLAnchorElement>(box, 'a')
  expect([link.textContent, link.rel]).toEqual(['https://plat.test/a', 'noopener noreferrer'])
})

test('only an unread message of the seller is watched', async () => {
  const watched: number[] = []
  const sightings = {
    watch: (_: Element, id: number) => {
      watched.push(id)
      return () => {}
    },
  }
  const of = (over: Partial<Message>) =>
    render(
      <MessageBubble
        message={message({ id: 1, message: 'Code goes out Friday.', ...over })}
        joined={ALONE}
        name="Bayou"
        store={fakeStore().store}
        sightings={sightings}
      />,
    )
  await of({ id: 1, isRead: false })
  await of({ id: 2, isRead: true })
  await of({ id: 3, isRead: false, type: 'inbound' })
  expect(watched).toEqual([1])
})

async function outgoing(over: Partial<OutgoingMessage>) {
  const fake = fakeStore()
  fake.store.select(1)
  const box = await render(<OutgoingBubble outgoing={anOutgoing(over)} joined={ALONE} store={fake.store} />)
  return { ...fake, box }
}

test('a message on its way says so', async () => {
  const { box } = await outgoing({})
  expect(box.textContent).toContain('Sending')
})

test('a message that was not sent keeps its text and can be tried again', async () => {
  const { box, asked } = await outgoing({ state: 'failed' })
  expect(the(box, '[data-bubble]').textContent).toBe('Saturday at 10 then.')
  expect(the(box, '[data-outgoing=failed]').textContent).toContain('Not sent')
  await doing(() => buttonNamed(box, 'Try again').click())
  expect(asked).toEqual(['resend c1'])
})

test.each([
  ['Edit', 'the text'],
  ['Delete', ''],
])('%s takes a message back that was not sent', async (button, draft) => {
  const { box, store, asked } = await outgoing({ state: 'failed', canTakeBack: true })
  await doing(() => buttonNamed(box, button).click())
  expect(asked).toEqual(['discard c1'])
  expect(store.draft(1).value).toBe(draft)
})

test.each<[OutgoingMessage['state'], boolean, string[]]>([
  ['sending', false, []],
  ['checking', false, []],
  ['waiting', false, []],
  ['waiting', true, ['Edit', 'Delete']],
  ['failed', true, ['Try again', 'Edit', 'Delete']],
])('a message that is %s and may be taken back: %s, offers %j', async (state, canTakeBack, buttons) => {
  const { box } = await outgoing({ state, canTakeBack })
  expect([...box.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(buttons)
})

test.each<[OutgoingMessage['state'], string]>([
  ['checking', 'Checking…'],
  ['waiting', 'No connection. Sent as soon as it is back.'],
])('a message that is %s says so, and does not look like one that failed', async (state, words) => {
  const { box } = await outgoing({ state })
  expect(the(box, `[data-outgoing=${state}]`).textContent).toContain(words)
  expect(the(box, '[data-bubble]').getAttribute('part')).toBe('bubble own sending')
})
