/**
 * Keeps what an entry needs at once together. Cut along what lazy chunks share with it, the messenger came in six pieces and
 * 4 kB more, since brotli finds less to repeat in each.
 */

type Context = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

/** The group for `codeSplitting` of all that `entry`, an absolute path, imports statically. */
export function oneChunk(name: string, entry: string) {
  return [
    {
      name: (id: string, context: Context) =>
        reach(entry, context).has(id) || RUNTIME.test(id) ? name : null,
    },
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
