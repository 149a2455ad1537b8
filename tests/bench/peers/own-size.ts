/** What a page loads of the messenger in one flavour: its entry and every chunk that leads to, at once or later. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Size, sizeOf } from './install.ts'

/** Transport, socket and offers included. `entry` is a file of the folder, e.g. `plat-messenger.js`. */
export function ownSize(folder: string, entry: string): Size {
  const files = reachable(folder, entry)
  return sizeOf(folder, (name) => files.has(name))
}

function reachable(folder: string, file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const code = readFileSync(join(folder, file), 'utf8')
  const named = code.matchAll(/(?:from|import)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g)
  for (const [, path] of named) reachable(folder, join(dirname(file), path ?? ''), seen)
  return seen
}
