/** The command `plat`: what an operator does by hand. Compiled to dist/server/plat.js. */
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#server/core/database/open.ts'
import type { WriteExampleWorld } from './command.ts'
import { runCommandLine } from './run-command-line.ts'

/** A separate build; see server/vite.config.ts. */
const EXAMPLE_WORLD = new URL('../seed-demo/main.js', import.meta.url)

async function loadExampleWorld(): Promise<WriteExampleWorld | null> {
  if (!existsSync(EXAMPLE_WORLD)) return null
  const program = (await import(EXAMPLE_WORLD.href)) as { writeExampleWorld: WriteExampleWorld }
  return program.writeExampleWorld
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  open: openDatabase,
  builtPages: fileURLToPath(new URL('..', import.meta.url)),
  loadExampleWorld,
  readInput: () => text(process.stdin),
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
})
