/** Runs `plat` in this process on a database that the test has open. */
import type { WriteExampleWorld } from '#server/cli/command.ts'
import { runCommandLine } from '#server/cli/run-command-line.ts'
import { openDatabase } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'

export const SECRET = '9f86d081884c7d659a2feaa0c55ad015'

export interface Surroundings {
  /** Without it the command opens the one of `env`. */
  database?: OpenDatabase
  input?: string
  env?: Record<string, string>
  /** What `plat seed-demo` writes; without it the example data is not built. */
  exampleWorld?: WriteExampleWorld
}

export async function runPlat(
  args: readonly string[],
  { database, input = '', env = {}, exampleWorld }: Surroundings,
) {
  const out: string[] = []
  const errors: string[] = []
  const code = await runCommandLine(args, {
    env: { PLAT_SECRET: SECRET, PUBLIC_URL: 'https://plat.example', ...env },
    open: async (settings) => (database ? { ...database, close: async () => {} } : openDatabase(settings)),
    builtPages: '/nowhere',
    loadExampleWorld: async () => exampleWorld ?? null,
    readInput: async () => input,
    out: (line) => void out.push(line),
    error: (line) => void errors.push(line),
  })
  return { code, out: out.join('\n'), errors: errors.join('\n') }
}
