/** What is taken of an answer by mail: the person's own words, without what they answered and without their signature. */
import { expect, it } from 'vitest'
import { ANSWER_LINE, answerText } from '#server/providers/mail/answer-text.ts'

const cases: readonly (readonly [string, string, string])[] = [
  ['plain', 'Yes, Tuesday works.\r\n\r\nThanks', 'Yes, Tuesday works.\n\nThanks'],
  [
    'Gmail',
    'Yes.\n\nOn Fri, Nov 20, 2026 at 9:14 AM Plat <mail@plat.example> wrote:\n\n> Hello Dana,\n> is it sold?',
    'Yes.',
  ],
  ['wrapped', 'Yes.\n\nOn Fri, Nov 20, 2026 at 9:14 AM Plat\n<mail@plat.example> wrote:\n> Hello', 'Yes.'],
  ['German', 'Ja.\n\nAm 20.11.2026 um 09:14 schrieb Plat:\n> Hallo', 'Ja.'],
  [
    'Outlook',
    'Yes.\n\n________________________________\nFrom: Plat <mail@plat.example>\nSent: Friday\nTo: Dana',
    'Yes.',
  ],
  [
    'Outlook, no rule',
    'Yes.\n\nFrom: Plat <mail@plat.example>\nSent: Friday, November 20\nSubject: x',
    'Yes.',
  ],
  ['our line', `Yes.\n\nUnknown words\n${ANSWER_LINE}\nHello Dana,`, 'Yes.\n\nUnknown words'],
  ['no empty line', 'Yes.\nOn Fri, Nov 20, 2026 at 9:14 AM Plat wrote:\n> Hello', 'Yes.'],
  ['signature', 'Yes.\n\n-- \nDana Whitfield\nWhitfield Holdings', 'Yes.'],
  ['phone', 'Yes.\n\nSent from my iPhone', 'Yes.'],
  ['original', 'Yes.\n-----Original Message-----\nFrom: x', 'Yes.'],
  [
    'between',
    '> Is Tuesday fine?\nYes.\n> And the price?\n95k.\n\n> Bye',
    '> Is Tuesday fine?\nYes.\n> And the price?\n95k.',
  ],
  [
    'a line with a time',
    'The visit at 10:30:\n\nplease bring the keys',
    'The visit at 10:30:\n\nplease bring the keys',
  ],
  ['From in a sentence', 'From: Austin we drive 3 hours', 'From: Austin we drive 3 hours'],
  ['nothing', '\n> all quoted\n> here', ''],
]
it.each(cases)('%s', (_, text, words) => {
  expect(answerText({ text })).toBe(words)
})

it('of HTML alone: text without tags, scripts and the quotation', () => {
  const html =
    '<style>p{}</style><p>Yes &amp; thanks,<br>Dana</p><script>alert(1)</script><div class="gmail_quote">On Fri, Nov 20, 2026 at 9:14 AM Plat wrote:<blockquote>Hello</blockquote></div>'
  expect(answerText({ html })).toBe('Yes & thanks,\nDana')
})

it('takes no longer for a mail that was made to be slow', () => {
  const startMs = performance.now()
  for (const text of [
    '1999'.repeat(25_000),
    '1999:\n'.repeat(20_000),
    `${'> \n'.repeat(30_000)}a`,
    '-'.repeat(90_000),
  ])
    answerText({ text })
  expect(performance.now() - startMs).toBeLessThan(3000)
})
