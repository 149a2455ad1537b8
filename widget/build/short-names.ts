/**
 * Gives the classes and custom properties of the built messenger short names, in the stylesheet and in the screens alike. Nobody
 * outside reads them: pages style by part and by `--messenger-*`, which keep theirs. A class is told from other texts by its
 * sign, so those that are a plain word (`flex`, `hidden`) keep their name too.
 */
import { type Plugin, parseSync } from 'vite'
import { type Node, visit } from './source-tree.ts'

export type Names = ReadonlyMap<string, string>

const SIGN = /[^a-z]/
/** What stands before a block. */
const PRELUDE = /[^{};]+(?=\{)/g
const CLASS = /\.((?:\\.|[\w-])+)/g
const DECLARED = /(?<=[{;])--[\w-]+(?=:)/g
const PROPERTY = /--[\w-]+/g
const PUBLIC = /^--messenger-/

/** The stylesheet with short names, and by which name each class goes now. */
export function shortNames(css: string): { css: string; classes: Names } {
  const classes = numbered(
    [...css.matchAll(PRELUDE)].flatMap(([prelude]) => classesOf(prelude)),
    '',
  )
  const own = (css.match(DECLARED) ?? []).filter((name) => !PUBLIC.test(name))
  const properties = numbered(own, '--_')
  const short = css
    .replace(PRELUDE, (prelude) =>
      prelude.replace(CLASS, (said, name: string) => dotted(classes.get(plain(name))) ?? said),
    )
    .replace(PROPERTY, (name) => properties.get(name) ?? name)
  return { css: short, classes }
}

const dotted = (name: string | undefined) => (name === undefined ? undefined : `.${name}`)

const plain = (escaped: string): string => escaped.replace(/\\(.)/g, '$1')

const classesOf = (prelude: string): string[] =>
  [...prelude.matchAll(CLASS)]
    .map(([, name = '']) => plain(name))
    .filter((name) => /^\D/.test(name) && SIGN.test(name))

/** The most frequent first; of equals the one that is met first. */
function numbered(found: readonly string[], prefix: string): Names {
  const times = new Map<string, number>()
  for (const name of found) times.set(name, (times.get(name) ?? 0) + 1)
  const byUse = [...times].sort(([, one], [, other]) => other - one)
  return new Map(byUse.map(([name], index) => [name, prefix + letters(index)]))
}

const LETTERS = 26
const FIRST = 'a'.charCodeAt(0)

function letters(index: number): string {
  const last = String.fromCharCode(FIRST + (index % LETTERS))
  return index < LETTERS ? last : letters(Math.floor(index / LETTERS) - 1) + last
}

/** A screen's source with the short names. Throws on a text that has a class and something else, or would not be read as one. */
export function withShortClasses(file: string, source: string, classes: Names): string {
  const edits = textsOf(file, source).filter(({ start, end }) => hasClass(source.slice(start, end), classes))
  for (const { start, end } of edits)
    for (const word of source.slice(start, end).split(/\s+/))
      if (SIGN.test(word) && !classes.has(word))
        throw new Error(`${file}: "${word}" is no class of messenger.css and stands among classes`)
  return edits.reduceRight((code, { start, end }) => {
    const text = code.slice(start, end).replace(/\S+/g, (word) => classes.get(word) ?? word)
    return code.slice(0, start) + text + code.slice(end)
  }, source)
}

export const hasClass = (text: string, classes: Names): boolean =>
  text.split(/\s+/).some((word) => classes.has(word))

interface Span {
  readonly start: number
  readonly end: number
}

/** Where the file's texts stand, without their quotes, in order. */
export function textsOf(file: string, source: string): Span[] {
  const { program, errors } = parseSync(file, source, { sourceType: 'module' })
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: Span[] = []
  visit(program as unknown as Node, ({ type, start, end, value }) => {
    if (type === 'Literal' && typeof value === 'string') found.push({ start: start + 1, end: end - 1 })
    // Of a template's piece the signs around it belong to the node.
    if (type === 'TemplateElement') found.push(within(source, start, (value as { raw: string }).raw))
  })
  return found.sort((one, other) => one.start - other.start)
}

function within(source: string, start: number, text: string): Span {
  const at = source.indexOf(text, start)
  return { start: at, end: at + text.length }
}

const STYLES = /\/widget\/ui\/messenger\.css\?inline$/
const SCREENS =
  /\/(widget\/ui|shared\/ui|shared\/thread\/(?:offer|attachments))\/[^?]*\.tsx?$|\/thread\/linked-text\.tsx$/
/** Nobody else says a class. The launcher has a stylesheet of its own. */
const OTHERS = /\/(widget\/(?!ui\/|launcher\/)|shared\/(?!ui\/|thread\/(?:offer|attachments)\/))[^?]*\.tsx?$/

export function shortNamesOf(stylesheet: string): Plugin[] {
  const id = `${stylesheet}?inline`
  let classes: Names = new Map()
  return [
    {
      name: 'plat-short-classes',
      enforce: 'pre',
      async transform(code, file) {
        const isScreen = SCREENS.test(file)
        if (file.includes('node_modules') || !(isScreen || OTHERS.test(file))) return null
        await this.load({ id })
        if (isScreen) return { code: withShortClasses(file, code, classes), map: null }
        if (textsOf(file, code).some(({ start, end }) => hasClass(code.slice(start, end), classes)))
          throw new Error(`${file}: says a class, which only screens may`)
        return null
      },
    },
    {
      name: 'plat-short-styles',
      enforce: 'post',
      transform(code, file) {
        if (!STYLES.test(file)) return null
        const short = shortNames(JSON.parse(code.slice('export default '.length)))
        classes = short.classes
        return { code: `export default ${JSON.stringify(short.css)}`, map: null }
      },
    },
  ]
}
