import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { takeFromPage } from '#widget/build/page-tokens.ts'
import { dropUnreadTokens, shadowCss } from '#widget/build/shadow-css.ts'
import { withTokens } from '#widget/build/small-css.ts'

const PRINTED = `
@layer properties{@supports (((-webkit-hyphens:none)) and (not (margin-trim:inline))) or ((-moz-orient:inline) and (not (color:rgb(from red r g b)))){*,:before,:after,::backdrop{--tw-border-style:solid}}}
@layer theme{:root,:host{--spacing:.25rem}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]),:host(:not([data-theme=light])){--color-bg:#000}}
[data-theme=dark],:host([data-theme=dark]){--color-bg:#000}}
@layer utilities{.p-4{padding:1rem}.-m-1{margin:-.25rem}}
@property --tw-border-style{syntax:"*";inherits:false;initial-value:solid}
`

test('the defaults of @property stand without their false @supports', () => {
  const css = shadowCss(PRINTED)
  expect(css).toContain('@layer properties{*,:before,:after,::backdrop{--tw-border-style:solid}}')
  expect(css).not.toContain('@property')
})

test('sizes no longer follow the page’s root font', () => {
  const css = shadowCss(PRINTED)
  expect(css).toContain('padding:16px')
  expect(css).toContain('margin:-4px')
})

test('tokens stand on the inner root, where no rule of the page reaches them', () => {
  const css = shadowCss(PRINTED)
  expect(css).toContain('[data-root]{--spacing:4px}')
  expect(css).toContain(':host([data-theme=dark]) [data-root]{--color-bg:#000}')
  expect(css).toContain(':host(:not([data-theme=light])) [data-root]{--color-bg:#000}')
})

test.each([
  ['@property', /@property[^}]*\}/],
  ['tokens', /:root,:host\{[^}]*\}/],
  ['dark tokens', /\[data-theme=dark\],:host[^}]*\}/],
  ['defaults', /@layer properties\{.*\n/],
])('an upgrade that prints no %s any more fails the build', (_, gone) => {
  expect(() => shadowCss(PRINTED.replace(gone, ''))).toThrow('nothing to do for')
})

test('a small stylesheet gets the tokens it reads, in both themes, and no others', () => {
  const css = withTokens('b{color:var(--color-flag)}')
  expect(css.match(/--color-flag:/g)).toHaveLength(3)
  expect(css).not.toContain('--color-bg')
})

test('in a small stylesheet colors are bytes, and what is the same in both themes stands where it is read', () => {
  const tokens = `:root, :host { --color-a: oklch(45.5% 0.083 224); --z: 7; --s: 0 0 oklch(0% 0 0 / .5); }
    [data-theme="dark"], :host([data-theme="dark"]) { --color-a: oklch(71.5% 0.088 217); --s: 0 0 oklch(100% 0 0); }`
  expect(withTokens('b{color:var(--color-a);z-index:var(--z);box-shadow:var(--s)}', tokens)).toBe(
    ':host{--scheme:light;--color-a:#086079;--s:0 0 #00000080}' +
      ':host([data-theme=dark]){--scheme:dark;--color-a:#5cb1c7;--s:0 0 #fff}' +
      '@media(prefers-color-scheme:dark){:host(:not([data-theme=light])){--scheme:dark;--color-a:#5cb1c7;--s:0 0 #fff}}' +
      'b{color:var(--color-a);z-index:7;box-shadow:var(--s)}',
  )
})

test('the bytes of a color are those that the tokens say of it', () => {
  const file = readFileSync(new URL('../../../shared/ui/tokens.css', import.meta.url), 'utf8')
  const said = [...file.matchAll(/(--color-[\w-]+): oklch\([^)]*\); \/\* (#[0-9a-f]{6}) \*\//g)]
  expect(said.length).toBeGreaterThan(40)
  const css = withTokens(said.map(([, name]) => `b{color:var(${name})}`).join(''))
  const full = (hex: string) => (hex.length > 4 ? hex : hex.replace(/[^#]/g, '$&$&'))
  for (const [, name, hex] of said)
    expect([name, full(new RegExp(`${name}:(#[0-9a-f]+)`).exec(css)?.[1] ?? '')]).toEqual([name, hex])
})

test('a page may set a token, and one that it does not set keeps its value in either theme', () => {
  const tokens = readFileSync(new URL('../../../shared/ui/tokens.css', import.meta.url), 'utf8')
  const css = takeFromPage(tokens)
  expect(css).toContain('--color-accent:var(--messenger-accent,oklch(45.5% 0.083 224))')
  expect(css.match(/--color-accent:var\(--messenger-accent,oklch\(71\.5%/g)).toHaveLength(2)
  expect(() => takeFromPage(tokens.replaceAll('--color-accent:', '--color-brand:'))).toThrow('--color-accent')
})

test('tokens that nothing reads are left out, also those that only such a one reads', () => {
  const css = dropUnreadTokens(
    '[data-root]{--color-a:var(--color-b);--color-b:red;--color-c:blue}b{color:var(--color-c)}',
  )
  expect(css).toBe('[data-root]{--color-c:blue}b{color:var(--color-c)}')
})
