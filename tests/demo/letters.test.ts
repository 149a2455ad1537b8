import { describe, expect, it } from 'vitest'
import { letterOf, recipientFilter } from '#demo/fake-providers/outbox-routes.ts'

const letter = (body_text: string) =>
  letterOf({
    id: 1,
    channel: 'mail',
    recipient: 'dana@example.com',
    subject: null,
    body_html: null,
    key: null,
    headers: {},
    body_text,
    created_at: new Date(0),
  })

describe('a letter of the outbox', () => {
  it.each([
    ['Your code is 482913.', '482913'],
    ['482913 is your code', '482913'],
    ['Call +17132840142 or (713) 284-0142', null],
    ['It costs 1234567', null],
    ['http://localhost:4400/reset-password/482913', null],
    ['http://localhost:4400/?auth_token=482913 or the code 118204', '118204'],
  ])('has the code of %j', (text, code) => {
    expect(letter(text).code).toBe(code)
  })

  it.each([
    ['See http://localhost:4400/a.', ['http://localhost:4400/a']],
    ['(https://plat.example/?a=1&b=2)', ['https://plat.example/?a=1&b=2']],
    [
      'http://x.example/a http://x.example/b http://x.example/a',
      ['http://x.example/a', 'http://x.example/b'],
    ],
    ['javascript:alert(1)', []],
  ])('has the links of %j', (text, links) => {
    expect(letter(text).links).toEqual(links)
  })
})

it.each([
  ['Dana@Example', 'dana@example'],
  [' (713) 284-0142 ', '7132840142'],
  ['+1 713', '1713'],
  ['', ''],
])('the filter %j looks for %j', (typed, wanted) => {
  expect(recipientFilter(typed)).toBe(wanted)
})
