/** Packages of others in a folder of their own below dist: nothing of theirs is a dependency of the project. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onAnyMachine } from './run-folder.ts'

/** Installs in `place` what the lock file in `from` says, when it is not there yet. `command` is `ci` or `install`. */
export function installApart(from: string, place: string, command: 'ci' | 'install'): void {
  mkdirSync(place, { recursive: true })
  const lock = readFileSync(join(from, 'package-lock.json'), 'utf8')
  const done = join(place, 'installed.json')
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(from, file), join(place, file))
  if (existsSync(done) && readFileSync(done, 'utf8') === lock) return
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  execFileSync('npm', [command, ...flags], {
    cwd: place,
    env: onAnyMachine(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  writeFileSync(done, lock)
}
