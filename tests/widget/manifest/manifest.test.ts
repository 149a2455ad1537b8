// @vitest-environment happy-dom
/** What embedders are told, beside the element itself. Parts, slots and custom properties are compared in a browser. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { realtimeConfig } from '#shared/contract/realtime-config.ts'
import { definePlatMessenger } from '#widget/element/define.ts'
import { PlatMessengerElement } from '#widget/element/messenger-element.ts'
import { EXPORTED_PARTS } from '#widget/launcher/popup.ts'
import { settingsOf } from '#widget/launcher/settings.ts'
import { customElements as manifestOf } from '#widget/manifest/custom-elements.ts'
import { ELEMENT_API } from '#widget/manifest/manifest.ts'
import { tablesOf, withTables } from '#widget/manifest/tables.ts'

definePlatMessenger()

const read = (file: string) => readFileSync(`${import.meta.dirname}/../../../${file}`, 'utf8')
const names = (said: readonly { name: string }[]) => said.map(({ name }) => name).sort()

const own = Object.entries(Object.getOwnPropertyDescriptors(PlatMessengerElement.prototype))
/** Called by the browser, or only more than what every element has. */
const INTERNAL = /^constructor$|Callback$|^removeAttribute$/

test('the attributes are the element’s, and the theme', () => {
  expect(names(ELEMENT_API.attributes)).toEqual(
    [...PlatMessengerElement.observedAttributes, 'data-theme'].sort(),
  )
})

test('the properties are the element’s', () => {
  expect(names(ELEMENT_API.properties)).toEqual(own.flatMap(([name, { set }]) => (set ? [name] : [])).sort())
})

test('the methods are the element’s', () => {
  const methods = own.flatMap(([name, { value }]) => (typeof value === 'function' ? [name] : []))
  expect(names(ELEMENT_API.methods)).toEqual(methods.filter((name) => !INTERNAL.test(name)).sort())
})

test('an attribute that stands for a property sets it', () => {
  const written = {
    token: 'secret',
    'api-base': 'https://a.test',
    'realtime-config': '{}',
    account: '4',
    property: '12',
    context: '',
  }
  const pairs = ELEMENT_API.attributes.flatMap(({ name, property }) => (property ? [{ name, property }] : []))
  expect(names(pairs)).toEqual(Object.keys(written).sort())
  for (const { name, property } of pairs) {
    const messenger = document.createElement('plat-messenger')
    const before = messenger[property]
    messenger.setAttribute(name, written[name as keyof typeof written])
    // A token cannot be read back.
    if (name !== 'token') expect(messenger[property], name).not.toEqual(before)
  }
})

test('the launcher’s script line has what its settings read', () => {
  const asked: string[] = []
  const dataset = new Proxy({}, { get: (_, name) => void asked.push(String(name)) })
  settingsOf({ dataset, removeAttribute: () => {} } as unknown as HTMLElement, 'https://plat.test/loader.js')
  const kebab = (name: string) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  expect(names(ELEMENT_API.launcher)).toEqual([...new Set(asked.map(kebab))].sort())
})

test('realtime-config has what is read of it', () => {
  expect(names(ELEMENT_API.realtime)).toEqual(Object.keys(realtimeConfig.shape).sort())
})

test('the launcher passes on every part and every state of one', () => {
  const documented = ELEMENT_API.parts.flatMap(({ name, states = [] }) => [name, ...states])
  expect(EXPORTED_PARTS.split(', ').sort()).toEqual([...new Set(documented)].sort())
})

test('no name is said twice, and everything is said in a sentence', () => {
  for (const said of [
    ELEMENT_API.attributes,
    ELEMENT_API.slots,
    ELEMENT_API.parts,
    ELEMENT_API.cssProperties,
    ELEMENT_API.launcher,
    ELEMENT_API.realtime,
  ]) {
    expect(new Set(names(said)).size).toBe(said.length)
    for (const { name, says } of said) expect(says, name).toMatch(/^[A-Z`].*\.$/s)
  }
})

test('docs/embedding.md and custom-elements.json are up to date: npm run manifest', () => {
  const page = read('docs/embedding.md')
  expect(withTables(page, ELEMENT_API)).toBe(page)
  expect(JSON.parse(read('widget/custom-elements.json'))).toEqual(manifestOf(ELEMENT_API))
})

test('a page without a place for a table is refused', () => {
  const page = read('docs/embedding.md').replace('<!-- parts -->', '')
  expect(() => withTables(page, ELEMENT_API)).toThrow('no place for parts')
})

test('names of types in the tables do not break their columns', () => {
  for (const [name, table] of Object.entries(tablesOf(ELEMENT_API))) {
    const rows = table.split('\n').filter((line) => line.startsWith('|'))
    const columns = rows.map((line) => line.replaceAll('\\|', '').split('|').length)
    expect(new Set(columns).size, name).toBeLessThanOrEqual(1)
  }
})

test('the guide links to places that it has, and names files that are there', () => {
  const page = read('docs/embedding.md')
  const anchor = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-')
  const titles = [...page.matchAll(/^#{2,3} (.+)$/gm)].map(([, title = '']) => `#${anchor(title)}`)
  const links = [...page.matchAll(/\]\((#[^)]+)\)/g)].map(([, link]) => link)
  expect(links.length).toBeGreaterThan(8)
  expect(links.filter((link) => !titles.includes(link ?? ''))).toEqual([])
  const hosts = readdirSync(`${import.meta.dirname}/../../../demo/hosts`)
  for (const [, name] of page.matchAll(/\/hosts\/([\w-]+)\//g)) expect(hosts).toContain(name)
})
