/** Vitest's global setup: a folder for what is made once in a run and shared by its test files. Gone when the run ends. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropTemplates } from './postgres-databases.ts'

/** Null outside of a test run, as in a benchmark: then everybody makes their own. */
export const runFolder = (): string | null => process.env.PLAT_RUN_FOLDER ?? null

export default async function setup(): Promise<() => Promise<void>> {
  // Two projects of one run share it.
  if (runFolder()) return async () => {}
  const folder = await mkdtemp(join(tmpdir(), 'plat-run-'))
  process.env.PLAT_RUN_FOLDER = folder
  return async () => {
    await dropTemplates()
    await rm(folder, { recursive: true, force: true })
  }
}
