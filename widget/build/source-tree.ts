/** The nodes of a parsed file in the order of its text. */

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

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter(isNode)
    .sort((a, b) => a.start - b.start)
}

/** The name of an identifier; undefined for every other node. */
export function nameOf(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Identifier' ? String(value.name) : undefined
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
