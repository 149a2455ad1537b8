/** A mail is believed when SPF, DKIM or DMARC passed for the domain of From, and refused when somebody looked and none did. */
import { expect, it } from 'vitest'
import { verdictOf } from '#server/providers/mail/mail-verdict.ts'

const of = (fields: Record<string, string>, results: string | null = null) =>
  verdictOf({ domain: 'whitfield.example', fields: new Map(Object.entries(fields)), results })

it.each([
  ['unknown', {}, null],
  ['pass', { dkim: '{@whitfield.example : pass}' }, null],
  ['pass', { dkim: '{@mail.whitfield.example : pass}' }, null],
  ['fail', { dkim: '{@evil.example : pass}' }, null],
  ['fail', { dkim: '{@whitfield.example : fail}', spf: 'softfail' }, null],
  ['pass', { spf: 'pass', envelope: '{"to":["x"],"from":"dana@whitfield.example"}' }, null],
  ['fail', { spf: 'pass', envelope: '{"from":"mallory@evil.example"}' }, null],
  ['fail', { spf: 'pass' }, null],
  ['pass', {}, 'mx.plat.example; dkim=pass header.d=whitfield.example; spf=fail'],
  ['pass', {}, 'mx.plat.example; dmarc=pass header.from=whitfield.example'],
  ['fail', {}, 'mx.plat.example; dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=x@evil.example'],
  ['fail', {}, ''],
] as const)('%s: %j %s', (verdict, fields, results) => {
  expect(of(fields, results)).toBe(verdict)
})
