/** The parts of a parsed file that rewriting needs: its nodes in the order of the text, and what is declared where. */

/** A node as the parser gives it; `start` and `end` are positions in the text. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

export function visit(node: Node, look: (node: Node) => void): void {
  look(node)
  for (const child of childrenOf(node)) visit(child, look)
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter(isNode)
    .sort((a, b) => a.start - b.start)
}

/** The variable or function that this very node declares. */
export function declaredBy(node: Node): string | undefined {
  return isFunction(node) || node.type === 'VariableDeclarator' ? nameOf(node.id) : undefined
}

export function parametersOf(node: Node): string[] {
  return isFunction(node) ? (node.params as unknown[]).flatMap((param) => nameOf(param) ?? []) : []
}

/** Of an identifier, and of nothing else. */
export function nameOf(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Identifier' ? String(value.name) : undefined
}

/** The name after the dot. */
export function propertyOf(value: unknown): string | undefined {
  return isNode(value) && value.type === 'MemberExpression' && !value.computed
    ? nameOf(value.property)
    : undefined
}

export function literalOf(value: unknown): unknown {
  return isNode(value) && value.type === 'Literal' ? value.value : undefined
}

export const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Identifiers in it that name something and read nothing: keys, labels, what is declared. */
const NAMING: Readonly<Record<string, readonly string[]>> = {
  MemberExpression: ['property'],
  Property: ['key'],
  VariableDeclarator: ['id'],
  LabeledStatement: ['label'],
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
  CatchClause: ['param'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
}

/** Children in which something is read. */
export function readIn(node: Node): Node[] {
  if (node.computed) return childrenOf(node)
  const naming = (NAMING[node.type] ?? []).flatMap((field) => node[field])
  return childrenOf(node).filter((child) => !naming.includes(child) || child.type !== 'Identifier')
}

/** Names declared by `var` in it, functions inside left out: they belong to the function around it. */
export function hoistedFrom(node: Node): string[] {
  if (isFunction(node)) return []
  const name = declaredBy(node)
  return [...(name ? [name] : []), ...childrenOf(node).flatMap(hoistedFrom)]
}
