import { expect, test } from 'vitest'
import { splitLinks } from '#shared/thread/linked-text.tsx'
import { EVIL_STRINGS } from '#tests/support/evil-strings.ts'

const found = (text: string) => splitLinks(text).filter(({ url }) => url !== null)
const links = (text: string) => found(text).map(({ text: shown }) => shown)

test.each([
  ['an address in a sentence', 'See https://plat.test/deal/1 today', ['https://plat.test/deal/1']],
  ['the full stop is the sentence’s', 'See http://plat.test/a.', ['http://plat.test/a']],
  ['brackets around an address stay outside', '(https://plat.test/a)', ['https://plat.test/a']],
  ['brackets inside an address stay inside', 'https://plat.test/a_(b)', ['https://plat.test/a_(b)']],
  ['two addresses', 'https://a.test and https://b.test', ['https://a.test', 'https://b.test']],
  ['a price, a date and an id', '$1,250,000 on 2025-06-10 14:30, id 7132840142', []],
  ['a mark that turns the reading around ends it', 'https://host.test\u202etset.live', ['https://host.test']],
  ['an address that cannot be parsed', 'http://[nope', []],
])('%s', (_, text, expected) => {
  expect(links(text)).toEqual(expected)
})

test.each([
  ['See www.plat.test/a.', 'www.plat.test/a', 'https://www.plat.test/a'],
  ['mail dana.w+deals@plat.test, please', 'dana.w+deals@plat.test', 'mailto:dana.w+deals@plat.test'],
  ['www.bank.test@plat.test', 'www.bank.test@plat.test', 'mailto:www.bank.test@plat.test'],
  ['call (713) 284-0142.', '(713) 284-0142', 'tel:+17132840142'],
  ['713-284-0142 after 5', '713-284-0142', 'tel:+17132840142'],
  ['713.284.0142', '713.284.0142', 'tel:+17132840142'],
  ['+1 713 284 0142', '+1 713 284 0142', 'tel:+17132840142'],
  ['text +17132840142.', '+17132840142', 'tel:+17132840142'],
  ['or +44 (20) 7946-0958!', '+44 (20) 7946-0958', 'tel:+442079460958'],
])('in %j there is one link', (text, shown, url) => {
  expect(found(text)).toEqual([{ text: shown, url }])
})

test('a very long word is read in one go', () => {
  expect(links('a'.repeat(500_000))).toEqual([])
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '<a href="javascript:alert(1)">x</a>',
  '<img src=x onerror=alert(1)>',
  'file:///etc/passwd',
  'blob:https-like',
])('%s never becomes a link', (text) => {
  expect(links(text)).toEqual([])
})

test('the parts joined again are the text, letter by letter', () => {
  const text = 'a https://x.test/<b>"q" (http://y.test/) https://z.test?q=1&r=2#h, end'
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test.each(EVIL_STRINGS)(
  '%s joined again is what it was, and links lead to http(s), mail and phone alone',
  (text) => {
    const parts = splitLinks(text)
    expect(parts.map((part) => part.text).join('')).toBe(text)
    for (const { url } of parts)
      expect(url ?? 'https://').toMatch(/^(https?:\/\/|mailto:[\w.+-]+@[\w.-]+$|tel:\+\d{8,18}$)/)
  },
)
