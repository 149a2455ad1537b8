/**
 * Leaves parts out of a library's published file. Each cut must be found exactly once, else the build fails: a release that is
 * written in another way is noticed here and not on a host page. Spaces and line breaks do not matter.
 */

/** `call`: not `from` alone gives way but the whole call it begins. Without `to` that call is left out: nobody reads its value. */
export type Cut = readonly [from: string, to?: string, what?: 'call']

export function cut(library: string, code: string, cuts: readonly Cut[]): string {
  return cuts.reduce((rest, [from, to, what = to === undefined ? 'call' : 'text']) => {
    const [begin, end] = place(library, rest, from)
    const behind = what === 'call' ? callEnd(rest, rest.indexOf('(', begin)) : end
    return rest.slice(0, begin) + (to ?? '0') + rest.slice(behind)
  }, code)
}

/** What stands in many places; must stand in one at least. */
export function cutAll(library: string, code: string, found: RegExp, put: string): string {
  const next = code.replace(found, put)
  if (next === code) throw notAsItWas(library, String(found))
  return next
}

function place(library: string, code: string, from: string): [begin: number, end: number] {
  const [first, second] = code.matchAll(patternOf(from))
  if (!first || second) throw notAsItWas(library, from)
  return [first.index, first.index + first[0].length]
}

const notAsItWas = (library: string, from: string) =>
  new Error(`${library}: its file is not laid out as it was, where it says: ${from}`)

function patternOf(from: string): RegExp {
  const tokens = from.match(/[\w$]+|\S/g) ?? []
  const source = tokens.map((token) => token.replace(/[^\w]/g, '\\$&')).join('\\s*')
  return new RegExp(
    `${/^\w/.test(from) ? '(?<![\\w$.])' : ''}${source}${/[\w$]$/.test(from) ? '(?![\\w$])' : ''}`,
    'g',
  )
}

/** Behind the bracket that closes the one at `open`. */
function callEnd(code: string, open: number): number {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    const sign = code[at]
    if (sign === '"') at = stringEnd(code, at)
    else if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    if (depth === 0) return at + 1
  }
  return code.length
}

function stringEnd(code: string, open: number): number {
  let at = open + 1
  while (at < code.length && code[at] !== '"') at += code[at] === '\\' ? 2 : 1
  return at
}
