/**
 * Leaves parts out of a library's published file. Each cut must be found exactly once, else the build fails: a release that is
 * written in another way is noticed here and not on a host page. Spaces and line breaks do not matter.
 */

/** Files of node_modules with what is cut out of each. */
export type LibraryParts = Readonly<Record<string, readonly Cut[]>>

/**
 * `call`: not `from` alone gives way but the whole call it begins. `block`: `from` ends in a bracket, and what it opens goes too.
 * Without `to` a call is left out: nobody reads its value.
 */
export type Cut = readonly [from: string, to?: string, what?: 'call' | 'block']

export function cut(library: string, code: string, cuts: readonly Cut[]): string {
  return cuts.reduce((rest, [from, to, what = to === undefined ? 'call' : undefined]) => {
    const [begin, end] = place(library, rest, from)
    const open = what === 'call' ? rest.indexOf('(', begin) : end - 1
    return rest.slice(0, begin) + (to ?? '0') + rest.slice(what ? closeOf(rest, open) : end)
  }, code)
}

/** What stands in many places; must stand in one at least. */
export function cutAll(library: string, code: string, found: RegExp, put: string): string {
  const next = code.replace(found, put)
  if (next === code) throw notAsItWas(library, String(found))
  return next
}

/** Every call that begins so, wherever there is one; nobody reads their values. */
export function dropCalls(code: string, begins: RegExp): string {
  const found = begins.exec(code)
  if (!found) return code
  const behind = closeOf(code, found.index + found[0].length - 1)
  return `${code.slice(0, found.index)}0${dropCalls(code.slice(behind), begins)}`
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

const CLOSED_BY: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' }
/** Texts and comments, in which brackets mean nothing. */
const SKIPPED = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|\/\*[\s\S]*?\*\//y

/** Behind the bracket that closes the one at `open`. */
function closeOf(code: string, open: number): number {
  const opens = code.charAt(open)
  const closes = CLOSED_BY[opens]
  const skipped = new RegExp(SKIPPED)
  let depth = 0
  for (let at = open; at < code.length; at++) {
    skipped.lastIndex = at
    at += skipped.exec(code)?.[0].length ?? 0
    const sign = code[at]
    if (sign === opens) depth += 1
    else if (sign === closes) depth -= 1
    if (depth === 0) return at + 1
  }
  throw new Error(`no end of ${code.slice(open, open + SHOWN)}`)
}

const SHOWN = 40
