/**
 * Removes from the contract's endpoints what only the server reads: their documentation and who may call them. A browser needs
 * the address and the schemas. Spaces replace the text, so positions in source maps stay correct.
 */
import { type Plugin, parseSync } from 'vite'
import { type Node, nameOf, visit } from './source-tree.ts'

/** Properties of an endpoint that no browser code reads. */
export const UNREAD = ['summary', 'spec', 'scopes', 'needs', 'alsoAtRoot', 'idempotency'] as const
const CONTRACT = /\/shared\/contract\/[\w-]+\.ts$/

export function leanEndpoints(): Plugin {
  return {
    name: 'plat-lean-endpoints',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (CONTRACT.test(id) ? { code: leanContract(id, code), map: null } : null),
  }
}

/** A file of the contract, without these properties of every `endpoint({ … })` in it. */
export function leanContract(file: string, code: string): string {
  let lean = code
  visit(parseSync(file, code).program as unknown as Node, (node) => {
    if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'endpoint') return
    const [given] = node.arguments as Node[]
    if (given?.type !== 'ObjectExpression') return
    const properties = given.properties as Node[]
    properties.forEach(({ key, start }, index) => {
      if (!UNREAD.some((name) => name === nameOf(key))) return
      const end = properties[index + 1]?.start ?? given.end - 1
      lean = lean.slice(0, start) + lean.slice(start, end).replace(/\S/g, ' ') + lean.slice(end)
    })
  })
  return lean
}
