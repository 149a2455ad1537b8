/** A mail is read from the top down: what happened comes before what to do about it, and how to get no more of them is last. */
import { expect, test } from 'vitest'
import { letter } from '#server/notifications/letter.ts'
import { PRODUCT } from '#shared/contract/installation.ts'

const IN_ORDER = [
  'Write above this line',
  'Hello Dana,',
  'Two deals cost less.',
  '12 Elm Street',
  'Now $180,000',
  'See both',
  '482913',
  'It works for ten minutes.',
  'Plat',
  'Stop mails like this one',
]

const mail = letter(
  {
    subject: 'Price drops',
    head: 'Write above this line',
    greeting: 'Hello Dana,',
    paragraphs: ['Two deals cost less.'],
    items: [{ title: '12 Elm Street', text: 'Now $180,000', url: 'https://host.test/property/7' }],
    button: { label: 'See both', url: 'https://host.test/deals' },
    code: '482913',
    notes: ['It works for ten minutes.'],
    wayOut: { label: 'Stop mails like this one', url: 'https://host.test/stop' },
  },
  PRODUCT,
)

test.each(['text', 'html'] as const)('the parts of a mail follow each other as %s', (form) => {
  const places = IN_ORDER.map((words) => mail[form].indexOf(words))
  expect(Math.min(...places)).toBeGreaterThan(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('a link of the text stands right under what it opens', () => {
  expect(mail.text).toContain('12 Elm Street\nNow $180,000\nhttps://host.test/property/7\n')
  expect(mail.text).toContain('See both:\nhttps://host.test/deals\n')
})
