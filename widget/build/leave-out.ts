/**
 * Rewrites a library's file by what is known about its use: a variable that has one value, a call with one answer, a kind of
 * node that is never made. What can no longer be reached is left to the minifier, which drops it.
 */
import { parseSync } from 'vite'
import type { Known } from './known-rules.ts'
import { rewriter } from './known-rules.ts'
import { declaredBy, literalOf, type Node, visit } from './source-tree.ts'

/** One out of several; two of them may not say something about the same name. */
export function joined(parts: readonly Known[]): Known {
  const all: Record<string, unknown> = {}
  for (const [field, said] of parts.flatMap((part) => Object.entries(part))) {
    const before = all[field]
    if (Array.isArray(said)) all[field] = [...((before as unknown[] | undefined) ?? []), ...said]
    else if (Object.keys(said).some((name) => Object.hasOwn(before ?? {}, name)))
      throw new Error(`Two parts say something about ${field}: ${Object.keys(said).join(', ')}`)
    else all[field] = { ...(before as object | undefined), ...said }
  }
  return all
}

/** Throws with the names of what the file does not have: then it is a release that is written otherwise. */
export function leaveOut(file: string, source: string, known: Known): string {
  const code = replaceText(file, source, known.text ?? {})
  const { program, errors } = parseSync(file, code, { sourceType: 'script' })
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const missing = notThere(program as unknown as Node, known)
  if (missing.length > 0)
    throw new Error(`${file}: it is not written as it was, without ${missing.join(', ')}`)
  return rewriter(code, known)(program as unknown as Node)
}

function replaceText(file: string, source: string, text: Readonly<Record<string, string>>): string {
  let code = source
  for (const [find, put] of Object.entries(text)) {
    const at = code.indexOf(find)
    if (at < 0 || code.includes(find, at + 1))
      throw new Error(`${file}: it is not written as it was, at ${find.slice(0, 60)}`)
    code = code.slice(0, at) + put + code.slice(at + find.length)
  }
  return code
}

/** Names count as there when they are declared once, so that no other variable is meant. */
function notThere(program: Node, known: Known): string[] {
  const declared = new Map<string, number>()
  const seen = new Set<string>()
  visit(program, (node) => {
    const name = declaredBy(node)
    if (name) declared.set(name, (declared.get(name) ?? 0) + 1)
    const literal = literalOf(node)
    if (node.type === 'Identifier') seen.add(String(node.name))
    else if (literal !== undefined) seen.add(String(literal))
  })
  const functions = [
    ...Object.keys(known.names ?? {}),
    ...Object.keys(known.values ?? {}),
    ...(known.pure ?? []),
    ...Object.keys(known.answers ?? {}),
    ...Object.keys(known.bodies ?? {}),
    ...(known.uncalled ?? []),
    ...(known.absent ?? []),
    ...Object.keys(known.cases ?? {}),
  ]
  const words = [
    ...Object.keys(known.properties ?? {}),
    ...(known.tags ?? []).map(String),
    ...(known.bits ?? []).map(String),
    ...Object.values(known.cases ?? {})
      .flat()
      .map(String),
    ...(known.keys ?? []),
    ...(known.exports ?? []),
  ]
  return [...functions.filter((name) => declared.get(name) !== 1), ...words.filter((word) => !seen.has(word))]
}
