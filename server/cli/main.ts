/** The command `plat`: what an operator does by hand. Compiled to dist/server/plat.js. */
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#server/core/database/open.ts'
import { runCommandLine } from './run-command-line.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  open: openDatabase,
  builtPages: fileURLToPath(new URL('..', import.meta.url)),
  readInput: () => text(process.stdin),
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
})
