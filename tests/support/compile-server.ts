/** The server as `npm run build:server` compiles it, in a folder of the project, where packages are found. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '#demo/build-pages.ts'
import { onThisMachine } from './run-folder.ts'

export function compileServer(folder = 'dist/server'): void {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const args = [
    'build',
    '-c',
    'server/vite.config.ts',
    '--logLevel',
    'warn',
    '--outDir',
    folder,
    '--emptyOutDir',
  ]
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...onThisMachine() }
  execFileSync(process.execPath, [vite, ...args], { cwd: ROOT, env })
}
