/** The server as `npm run build:server` compiles it, in a folder of the project, where packages are found. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '#demo/build-pages.ts'
import { onThisMachine } from './run-folder.ts'

export const compileServer = (folder = 'dist/server'): void => compile(['--outDir', folder, '--emptyOutDir'])

/** `plat`. */
export const compileCommand = (folder: string): void =>
  compile(['--mode', 'cli', '--outDir', folder, '--emptyOutDir'])

function compile(further: readonly string[]): void {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const args = ['build', '-c', 'server/vite.config.ts', '--logLevel', 'warn', ...further]
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...onThisMachine() }
  execFileSync(process.execPath, [vite, ...args], { cwd: ROOT, env })
}
