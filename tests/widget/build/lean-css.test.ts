import { expect, test } from 'vitest'
import { leanCss } from '#widget/build/shadow-css.ts'

const RESET =
  'html,:host{line-height:1.5}hr{height:0}sub{bottom:-.25em}[hidden]:where(:not([hidden=until-found])){display:none!important}'
const MIX =
  '[data-root]{color:red;--own-a:var(--b)}@supports (color:color-mix(in lab, red, red)){[data-root]{--own-a:color-mix(in oklab, red 50%, blue)}}'
const SPACE = '.p{padding:calc(var(--spacing) * 2.5);margin:var(--spacing)}'
const TWICE = 'a{-webkit-x:y;-webkit-x:y;-webkit-x:y;x:y}'

test('fallbacks, spacing and what is not rendered are left out', () => {
  const css = leanCss(RESET + MIX + SPACE + TWICE)
  expect(css).toContain('[data-root]{color:red;--own-a:color-mix(in oklab, red 50%, blue)}')
  expect(css).toContain('.p{padding:10px;margin:4px}')
  expect(css).toContain('a{-webkit-x:y;x:y}')
  expect(css).toContain('[hidden]:where(:not([hidden=until-found])){display:none!important}')
  for (const gone of ['hr{', 'sub{', '@supports', '--spacing']) expect(css).not.toContain(gone)
})

test.each([
  ['its reset', MIX + SPACE + TWICE],
  ['its fallbacks', RESET + SPACE + TWICE],
  ['its spacing', RESET + MIX + TWICE],
])('a Tailwind that prints %s in another way fails the build', (_, css) => {
  expect(() => leanCss(css)).toThrow(/Tailwind prints something new/)
})
