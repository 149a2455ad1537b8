import { expect, test } from 'vitest'
import { shortNames, withShortClasses } from '#widget/build/short-names.ts'

const CSS =
  '@layer theme{[data-root]{--color-text:red;--messenger-x:1px}}@media (width>=520.5px){.text-sm{color:var(--color-text)}}.px-2\\.5:hover,.flex{margin:.5px var(--messenger-width,var(--tab-note))}'

test('classes and own properties go by short names, public and foreign ones by theirs', () => {
  const { css, classes } = shortNames(CSS)
  expect(css).toBe(
    '@layer theme{[data-root]{--_a:red;--messenger-x:1px}}@media (width>=520.5px){.a{color:var(--_a)}}.b:hover,.flex{margin:.5px var(--messenger-width,var(--tab-note))}',
  )
  expect([...classes]).toEqual([
    ['text-sm', 'a'],
    ['px-2.5', 'b'],
  ])
})

const CLASSES = new Map([
  ['text-sm', 'a'],
  ['px-2.5', 'b'],
])

test('a screen says them in attributes, constants and templates', () => {
  const screen = `const LOOK = 'flex text-sm'
const a = <b className="px-2.5 flex" part="text" style={{ display: 'flex' }}>text-small</b>
const c = \`px-2.5 \${LOOK} text-sm\``
  expect(withShortClasses('screen.tsx', screen, CLASSES)).toBe(`const LOOK = 'flex a'
const a = <b className="b flex" part="text" style={{ display: 'flex' }}>text-small</b>
const c = \`b \${LOOK} a\``)
})

test('a text that says a class among other words fails the build', () => {
  const screen = `const words = 'text-sm is-not-a-class'`
  expect(() => withShortClasses('screen.tsx', screen, CLASSES)).toThrow(/screen\.tsx: "is-not-a-class"/)
})

test('after the letters come pairs of letters', () => {
  const rules = Array.from({ length: 28 }, (_, index) => `.x-${index}{color:red}`).join('')
  const names = [...shortNames(rules).classes.values()]
  expect(names.slice(24)).toEqual(['y', 'z', 'aa', 'ab'])
  expect(new Set(names).size).toBe(28)
})
