/** How each thing known about a file's use changes its text. What is asked for is checked in leave-out.ts. */
import { hoistedFrom, literalOf, type Node, nameOf, parametersOf, propertyOf, readIn } from './source-tree.ts'

/** What stands in place of something is source text. */
export interface Known {
  /** All that is taken from a CommonJS file. */
  readonly exports?: readonly string[]
  /** Source text that is there once; replaced before anything else is looked at. */
  readonly text?: Readonly<Record<string, string>>
  /** Variables and functions of the file, and what stands in their place wherever they are read. */
  readonly names?: Readonly<Record<string, string>>
  /** Variables and what they begin with. */
  readonly values?: Readonly<Record<string, string>>
  /** Functions of which a call changes nothing. */
  readonly pure?: readonly string[]
  /** Properties, wherever they are read; they are no longer set. */
  readonly properties?: Readonly<Record<string, string>>
  /** Functions and the one answer of every call. */
  readonly answers?: Readonly<Record<string, string>>
  /** Functions and what is in them instead. */
  readonly bodies?: Readonly<Record<string, string>>
  /** Functions that are not called; whoever calls one after all is told so. */
  readonly uncalled?: readonly string[]
  /** Functions that are not there at all, nor what is put on their prototypes. */
  readonly absent?: readonly string[]
  /** Values that a field called `tag` never has. */
  readonly tags?: readonly number[]
  /** Bits that are never set in any number. */
  readonly bits?: readonly number[]
  /** Values that a `switch` in the function of that name never sees. */
  readonly cases?: Readonly<Record<string, readonly (string | number)[]>>
  /** Entries of object literals. */
  readonly keys?: readonly string[]
}

type Print = (node: Node) => string
/** What stands in place of a node, or null where it stays. `within` is the functions around it. */
type Rule = (node: Node, print: Print, within: readonly string[]) => string | null

/** Prints a node of `code` by what is known. */
export function rewriter(code: string, known: Known): Print {
  const rules = rulesOf(known)
  const parameters: string[] = []
  let within: readonly string[] = []
  const print: Print = (node) => {
    const outer = within
    if (node.type === 'FunctionDeclaration') within = [...within, nameOf(node.id) ?? '']
    const own = parametersOf(node)
    parameters.push(...own)
    const isParameter = parameters.includes(nameOf(node) ?? '')
    const put = isParameter ? null : rules[node.type]?.(node, print, within)
    const text = put ?? copied(code, node, print)
    parameters.length -= own.length
    within = outer
    return text
  }
  return print
}

function copied(code: string, node: Node, print: Print): string {
  let text = ''
  let at = node.start
  for (const child of readIn(node)) {
    text += code.slice(at, child.start) + print(child)
    at = child.end
  }
  return text + code.slice(at, node.end)
}

function rulesOf(known: Known): Readonly<Record<string, Rule>> {
  return {
    Identifier: reading(known),
    MemberExpression: property(known),
    AssignmentExpression: setting(known),
    CallExpression: answer(known),
    VariableDeclarator: beginning(known),
    FunctionDeclaration: uncalled(known),
    ExpressionStatement: onPrototype(known),
    BinaryExpression: comparing(known),
    SwitchStatement: cases(known),
    ObjectExpression: keys(known),
  }
}

/** Names like `toString` are on every object. */
function own(record: Readonly<Record<string, string>>, name: string | undefined): string | null {
  return name !== undefined && Object.hasOwn(record, name) ? (record[name] ?? null) : null
}

const reading =
  ({ names = {} }: Known): Rule =>
  (node) =>
    own(names, nameOf(node))

const property =
  ({ properties = {} }: Known): Rule =>
  (node) =>
    own(properties, propertyOf(node))

/** A value that is known is not set; what would be set is still worked out, and dropped when nobody needs it. */
const setting =
  ({ names = {}, properties = {}, bits = [], exports }: Known): Rule =>
  ({ left, right, operator }, print) => {
    if (exports && isExport(left) && !exports.includes(propertyOf(left) ?? '')) return 'null'
    const put = own(names, nameOf(left)) ?? own(properties, propertyOf(left))
    if (put !== null) return operator === '=' ? `(${print(right as Node)})` : put
    const bit = literalOf(right)
    return operator === '|=' && typeof bit === 'number' && bits.includes(bit) ? '0' : null
  }

const isExport = (value: unknown): boolean => nameOf((value as Node).object) === 'exports'

const answer =
  ({ answers = {}, pure = [] }: Known): Rule =>
  ({ callee, arguments: given }, print) => {
    const name = nameOf(callee)
    if (name === undefined || !pure.includes(name)) return own(answers, name)
    return `/* @__PURE__ */ ${name}(${(given as Node[]).map(print).join(',')})`
  }

const beginning =
  ({ values = {} }: Known): Rule =>
  ({ id }) => {
    const value = own(values, nameOf(id))
    return value === null ? null : `${nameOf(id)} = ${value}`
  }

const uncalled =
  ({ uncalled: names = [], absent = [], bodies = {} }: Known): Rule =>
  (node) => {
    const name = nameOf(node.id) ?? ''
    if (absent.includes(name)) return ''
    const body = names.includes(name) ? `throw Error("built without ${name}")` : own(bodies, name)
    const params = (node.params as Node[]).map((param) => nameOf(param))
    return body === null ? null : `function ${name}(${params.join(',')}){${body}}`
  }

const onPrototype =
  ({ absent = [] }: Known): Rule =>
  ({ expression }) => {
    let of = (expression as Node).left
    while (propertyOf(of) && propertyOf(of) !== 'prototype') of = (of as Node).object
    return propertyOf(of) && absent.includes(nameOf((of as Node).object) ?? '') ? '' : null
  }

/** `x.tag === 27`, `0 !== (x & 64)` and `(x & 64) === x`. */
const comparing =
  ({ tags = [], bits = [] }: Known): Rule =>
  (node) => {
    const { operator, left, right } = node
    if (operator === '&') return hasBit(node, bits) ? '0' : null
    if (operator !== '===' && operator !== '!==') return null
    const isNever =
      (isTag(left) && tags.includes(Number(literalOf(right)))) ||
      (isTag(right) && tags.includes(Number(literalOf(left)))) ||
      hasBit(left as Node, bits)
    return isNever ? String(operator === '!==') : null
  }

const TAG_NAMES = new Set(['tag', 'nodeTag', 'grandTag', '_instance', '_instance2', '_instance3'])

function isTag(value: unknown): boolean {
  return propertyOf(value) === 'tag' || TAG_NAMES.has(nameOf(value) ?? '')
}

function hasBit(node: Node, bits: readonly number[]): boolean {
  return (
    node.type === 'BinaryExpression' && node.operator === '&' && bits.includes(Number(literalOf(node.right)))
  )
}

const cases =
  ({ tags = [], cases: byFunction = {} }: Known): Rule =>
  (node, print, within) => {
    const never = [
      ...(isTag(node.discriminant) ? tags : []),
      ...within.flatMap((name) => (Object.hasOwn(byFunction, name) ? (byFunction[name] ?? []) : [])),
    ]
    const all = node.cases as Node[]
    if (never.length === 0) return null
    const isKept = ({ test }: Node) =>
      test === null || !never.includes((literalOf(test) ?? nameOf(test)) as string | number)
    if (all.every(isKept)) return null
    let text = ''
    let goesOn = false
    const gone: Node[] = []
    for (const one of all) {
      const body = one.consequent as Node[]
      if (isKept(one)) text += `${print(one)}\n`
      // What comes before it goes on into it.
      else if (goesOn) text += `${body.map(print).join('\n')}\n`
      else {
        gone.push(one)
        continue
      }
      const last = body.at(-1)
      goesOn = !last || !ENDS.has(last.type)
    }
    const lost = [...new Set(gone.flatMap(hoistedFrom))]
    const hoisted = lost.length > 0 ? `var ${lost.join(',')};` : ''
    return `{${hoisted}switch(${print(node.discriminant as Node)}){${text}}}`
  }

const ENDS = new Set(['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'ContinueStatement'])

const keys =
  ({ keys: names = [] }: Known): Rule =>
  (node, print) => {
    const all = node.properties as Node[]
    const kept = all.filter(
      ({ key, computed }) => computed || !names.includes(nameOf(key) ?? String(literalOf(key))),
    )
    return kept.length === all.length ? null : `{${kept.map(print).join(',')}}`
  }
