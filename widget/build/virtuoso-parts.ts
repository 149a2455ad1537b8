/**
 * Leaves out of the virtual list what the messenger does not use. The published file makes list, grid and table in a way that no
 * bundler can take apart; it has the list first, so what comes after it is cut off. Within the list the parts of virtuoso-cuts.ts
 * go, and what only they needed falls out by itself.
 */
import type { Plugin } from 'vite'
import { cut, cutAll } from './cut.ts'
import { CUTS } from './virtuoso-cuts.ts'

const NAME = 'react-virtuoso'
const FILE = /react-virtuoso\/dist\/index\.mjs$/
const LIST = /(\w+) as Virtuoso\b/
/** What the table begins with. */
const NEXT = /, \w+ = \/\* @__PURE__ \*\/ \w+\(\(\) => \{/
/** There are none, in no matter whose words. */
const GROUPS: readonly (readonly [found: RegExp, put: string])[] = [
  [/\b\w+\.groupIndices\.length > 0/g, '!1'],
  [/\b\w+\.type === "group"/g, '!1'],
  [/!Oe\(\w+\)/g, '!0'],
  [/(?<!function |\w)Oe\(\w+\)/g, '!1'],
]
/** Streams, operators and systems: calling one has no effect unless somebody reads what it makes, which the file does not say. */
const MAKERS = /^function (q|y|K|pt|Ct|v|st|dt|D|W|be|ot|k|V|vt|Et|qt|Vt|xn)(?=\()/gm

/** Fails the build when a release is written in another way. */
export function virtuosoParts(): Plugin {
  return {
    name: 'plat-virtuoso-parts',
    transform: (code, id) => (FILE.test(id) ? { code: onlyTheThread(code), map: null } : null),
  }
}

export function onlyTheThread(code: string): string {
  const [kept, list] = onlyTheList(code)
  const lean = GROUPS.reduce((rest, [found, put]) => cutAll(NAME, rest, found, put), cut(NAME, kept, CUTS))
  return `${cutAll(NAME, lean, MAKERS, '/* @__NO_SIDE_EFFECTS__ */ function $1')};\nexport { ${list} as Virtuoso }`
}

function onlyTheList(code: string): [kept: string, list: string] {
  const list = LIST.exec(code)?.[1]
  const madeAt = code.search(new RegExp(`, ${list} = \\w+`))
  const next = madeAt < 0 ? null : NEXT.exec(code.slice(madeAt))
  if (!list || !next) throw new Error(`${NAME}: its file is not laid out as it was`)
  return [code.slice(0, madeAt + next.index), list]
}
