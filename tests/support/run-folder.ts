/**
 * Vitest's global setup: a folder for what a run makes once and its test files share. Deleted at the end of the run. No process of
 * the run may call another machine; a run in which one tried fails.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropTemplates } from './postgres-databases.ts'
import { runFolder } from './shared-folder.ts'

export default async function setup(): Promise<() => Promise<void>> {
  // Two projects of one run share it.
  if (runFolder()) return async () => {}
  const folder = await mkdtemp(join(tmpdir(), 'plat-run-'))
  process.env.PLAT_RUN_FOLDER = folder
  process.env.LEFT_MACHINE = join(folder, 'left-machine')
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${STAY_ON_MACHINE}`
  return async () => {
    await dropTemplates()
    const attempts = await readFile(join(folder, 'left-machine'), 'utf8').catch(() => '')
    await rm(folder, { recursive: true, force: true })
    if (attempts === '') return
    // Vitest prints what a teardown throws, but still exits with success.
    process.exitCode = 1
    throw new Error(`A test reached for another machine.\n${attempts}`)
  }
}

const STAY_ON_MACHINE = new URL('stay-on-machine.mjs', import.meta.url).href

/** For a program that tests start with their own environment. */
export const onThisMachine = () => ({
  NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
  LEFT_MACHINE: process.env.LEFT_MACHINE ?? '',
})

/** For what installs something before tests run. */
export const onAnyMachine = () => ({ ...process.env, NODE_OPTIONS: '' })
