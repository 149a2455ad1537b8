/** The messages both sides of the benchmark draw: many lengths, both sides, several days, and now and then a card. */
import type { TextMessageWire } from '#shared/contract/messenger.ts'

const WORDS =
  'the roof was replaced in spring and both leases run through October so call before you drive by'.split(' ')
const START_MS = Date.UTC(2024, 0, 1, 15)
const GAP_MS = 7 * 60_000
const CARD_EVERY = 40

/** Message `index` of a thread, from 0. The same index is always the same message. */
export function wireMessage(index: number, text = textOf(index)): TextMessageWire {
  return {
    id: index + 1,
    account_id: 1,
    customer_id: 7,
    type: index % 3 === 1 ? 'inbound' : 'outbound',
    action: null,
    channel: null,
    created_at: new Date(START_MS + index * GAP_MS).toISOString(),
    calculated_body: text,
    is_read: true,
    property: index % CARD_EVERY === CARD_EVERY / 2 ? card(index) : null,
    offer: null,
    inquiry: null,
  }
}

function textOf(index: number): string {
  const length = 2 + ((index * 7919) % 37)
  const words = Array.from({ length }, (_, word) => WORDS[(index + word * 3) % WORDS.length])
  return `${index + 1}: ${words.join(' ')}`
}

function card(index: number) {
  return {
    id: index,
    url: 'https://plat.example/deal/1',
    price: 100_000 + index,
    arv_estimate: 400_000,
    full_address: 'Third Ward, Houston, TX 77004',
    bedrooms: 3,
    bathrooms: 2,
    sq_footage: 1480,
    main_image: null,
  }
}
