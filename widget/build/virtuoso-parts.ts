/**
 * Leaves the virtual list's grid and table out, which the messenger does not use. The published file makes all three in a way
 * that no bundler can take apart; it has the list first, so what comes after it is cut off.
 */
import type { Plugin } from 'vite'

const FILE = /react-virtuoso\/dist\/index\.mjs$/
const LIST = /(\w+) as Virtuoso\b/
/** `system(constructor, dependencies)`, under the short name that it has in this release. */
const SYSTEM = /^function (\w+)\(t, e = \[\], n = \w+\) \{/m
/** What the table begins with. */
const NEXT = /, \w+ = \/\* @__PURE__ \*\/ \w+\(\(\) => \{/

/** Fails the build when a release is written in another way. */
export function virtuosoParts(): Plugin {
  return {
    name: 'plat-virtuoso-parts',
    transform: (code, id) => (FILE.test(id) ? { code: onlyTheList(code), map: null } : null),
  }
}

function onlyTheList(code: string): string {
  const list = LIST.exec(code)?.[1]
  const system = SYSTEM.exec(code)?.[1]
  const madeAt = code.search(new RegExp(`, ${list} = \\w+`))
  const next = madeAt < 0 ? null : NEXT.exec(code.slice(madeAt))
  if (!list || !system || !next) throw new Error('react-virtuoso: its file is not laid out as it was')
  const kept = code.slice(0, madeAt + next.index)
  // The building blocks of what was cut off: calls without an effect, of which the file does not always say so.
  const marked = kept.replace(new RegExp(`= ${system}\\(`, 'g'), `= /* @__PURE__ */ ${system}(`)
  return `${marked};\nexport { ${list} as Virtuoso }`
}
