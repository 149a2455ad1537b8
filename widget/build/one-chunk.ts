/**
 * Keeps what an entry needs at once together. Cut along what lazy chunks share with it, the messenger came in six pieces and
 * 4 kB more, since brotli finds less to repeat in each.
 */

type Context = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

/**
 * Groups for `codeSplitting`: all that `entry` imports statically in one chunk, and apart from it, so that the other entry
 * stays small, what both import. Both are absolute paths.
 */
export function oneChunk(name: string, { entry, other }: { entry: string; other: string }) {
  const group = (groupName: string, priority: number, isIn: (id: string, context: Context) => boolean) => ({
    ...{ debugName: groupName, priority },
    name: (id: string, context: Context) => (isIn(id, context) ? groupName : null),
  })
  return [
    group('common', 1, (id, context) => reach(entry, context).has(id) && reach(other, context).has(id)),
    group(name, 0, (id, context) => reach(entry, context).has(id) || RUNTIME.test(id)),
  ]
}

/** The bundler's own helpers. */
const RUNTIME = /rolldown[/:]runtime/

function reach(entry: string, context: Context): Set<string> {
  const seen = new Set([entry])
  for (const id of seen)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) seen.add(imported)
  return seen
}
