/** What the built messenger leaves out of React, held against React's own files and against what the screens are written with. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { leaveOut } from '#widget/build/leave-out.ts'
import { ELEMENTS } from '#widget/build/react-dom-elements.ts'
import { EVENTS } from '#widget/build/react-dom-events.ts'
import { REACT_FILES } from '#widget/build/react-dom-parts.ts'
import { REACT } from '#widget/build/react-known.ts'
import { type Node, visit } from '#widget/build/source-tree.ts'

const ROOT = new URL('../../../', import.meta.url)
const CLIENT = 'react-dom/cjs/react-dom-client.production.js'
const installed = (file: string) => readFileSync(new URL(`node_modules/${file}`, ROOT), 'utf8')

test.each(Object.entries(REACT_FILES))('what is left of %s is sound', (file, known) => {
  const source = installed(file)
  const left = leaveOut(file, source, known)
  expect(left.length).toBeLessThan(source.length)
  expect(parseSync(file, left, { sourceType: 'script' }).errors).toEqual([])
})

test('a release of React that is written otherwise fails the build by the name that it lacks', () => {
  const known = REACT_FILES[CLIENT] ?? {}
  const source = installed(CLIENT)
  expect(() => leaveOut(CLIENT, source.replaceAll('popHydrationState', 'leaveHydration'), known)).toThrow(
    /without popHydrationState$/,
  )
  const renamed = source.replace('registerTwoPhaseEvent("onBeforeInput"', 'registerPhases("onBeforeInput"')
  expect(() => leaveOut(CLIENT, renamed, known)).toThrow(/at registerTwoPhaseEvent/)
})

/** Host elements, their attributes, and what is imported from React, in everything that the messenger is drawn with. */
const drawn = {
  attributes: new Set<string>(),
  elements: new Set<string>(),
  imports: new Set<string>(),
  classes: 0,
}
for (const folder of ['widget/', 'shared/ui/'])
  for (const file of readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }))
    if (/\.tsx?$/.test(file)) look(folder + file)

function look(path: string): void {
  const { program } = parseSync(path, readFileSync(new URL(path, ROOT), 'utf8'))
  visit(program as unknown as Node, (node) => {
    if (node.type === 'JSXOpeningElement') lookAtElement(node)
    if (node.type === 'ClassDeclaration' && /Component$/.test(JSON.stringify(node.superClass)))
      drawn.classes++
    if (node.type === 'ImportDeclaration' && node.importKind !== 'type') lookAtImport(node)
  })
}

function lookAtElement(node: Node): void {
  const name = String((node.name as Node).name)
  if (!/^[a-z]/.test(name)) return
  drawn.elements.add(name)
  for (const { name: attribute } of node.attributes as Node[])
    if (attribute) drawn.attributes.add(String((attribute as Node).name))
}

function lookAtImport(node: Node): void {
  if ((node.source as Node).value !== 'react') return
  for (const { imported, importKind } of node.specifiers as Node[])
    if (importKind !== 'type') drawn.imports.add(String((imported as Node).name))
}

test('the screens are drawn with elements and attributes of which nothing is left out', () => {
  expect([...drawn.elements]).toContain('textarea')
  expect([...drawn.attributes]).toContain('htmlFor')
  const { setInitialProperties = [], updateProperties = [], setProp = [] } = ELEMENTS.cases ?? {}
  const elements = [...setInitialProperties, ...updateProperties].map(String)
  // Only what would be wrong about them is left out: they have no children.
  const plain = ['img', 'br']
  expect(elements.filter((name) => drawn.elements.has(name) && !plain.includes(name))).toEqual([])
  expect(setProp.map(String).filter((name) => drawn.attributes.has(name))).toEqual([])
})

test('attributes that are called otherwise in HTML are among those that are kept', () => {
  const aliases = /new Map\(\[(.*?)\]\)/s.exec(installed(CLIENT))?.[1] ?? ''
  const renamed = [...aliases.matchAll(/\["(\w+)",/g)].map(([, name = '']) => name)
  expect(renamed).toContain('htmlFor')
  for (const name of renamed.filter((one) => drawn.attributes.has(one)))
    expect(ELEMENTS.values?.aliases).toContain(`"${name}"`)
})

test('every event that a screen handles is listened to', () => {
  const handled = [...drawn.attributes].filter((name) => /^on[A-Z]/.test(name))
  const heard = [...EVENTS, 'change', 'focus', 'blur'].map(
    (name) => `on${name[0]?.toUpperCase()}${name.slice(1)}`,
  )
  expect(handled).toContain('onClick')
  expect(handled.filter((name) => !heard.includes(name))).toEqual([])
})

test('what is imported from React is there, and no component is a class', () => {
  expect([...drawn.imports]).toContain('useState')
  expect([...drawn.imports].filter((name) => !REACT.exports?.includes(name))).toEqual([])
  expect(drawn.classes).toBe(0)
})
