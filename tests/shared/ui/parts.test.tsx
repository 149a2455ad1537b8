// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Avatar } from '#shared/ui/avatar.tsx'
import { httpUrl } from '#shared/ui/http-url.ts'
import { priceOfArvPercent, SpreadBar } from '#shared/ui/spread-bar.tsx'

test.each([
  ['below the ARV', 312_000, 445_000, 70.11],
  ['at the ARV', 100, 100, 100],
  ['above the ARV', 150, 100, 150],
  ['without an ARV', 100, null, null],
  ['without a price', null, 100, null],
  ['with an ARV of nothing', 100, 0, null],
])('the share of a price %s', (_, price, arv, percent) => {
  const got = priceOfArvPercent(price, arv)
  if (percent === null) expect(got).toBeNull()
  else expect(got).toBeCloseTo(percent, 2)
})

test('without an ARV there is no bar', () => {
  expect(renderToStaticMarkup(<SpreadBar priceUsd={1} arvUsd={null} />)).toBe('')
})

test.each([
  ['bayou City', 'B'],
  ['3rd Coast', '3'],
  ['émile', 'É'],
  ['  ', '#'],
])('the avatar of "%s" shows %s', (name, letter) => {
  expect(renderToStaticMarkup(<Avatar name={name} id={1} />)).toContain(`>${letter}</span>`)
})

test.each([
  ['https://plat.test/a', 'https://plat.test/a'],
  ['http://plat.test', 'http://plat.test/'],
  ['javascript:alert(1)', null],
  [' javascript:alert(1)', null],
  ['/deal/1', null],
  ['', null],
  [null, null],
])('the address %s becomes %s', (address, url) => {
  expect(httpUrl(address)).toBe(url)
})
