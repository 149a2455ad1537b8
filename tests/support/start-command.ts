/** The real start command in a process of its own, with what it prints. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#demo/build-pages.ts'
import { onThisMachine } from './run-folder.ts'

export interface StartCommand {
  pid: number
  /** Everything printed so far, errors included. */
  output(): string
  /** The address in the printed table. Rejects with the output when the command ends before. */
  ready: Promise<string>
  exited: Promise<number | null>
  kill(signal: 'SIGTERM' | 'SIGKILL'): void
}

const FROM_SOURCE = ['--import', 'tsx', 'demo/start.ts']

export function startCommand(
  args: readonly string[],
  env: Record<string, string> = {},
  program: readonly string[] = FROM_SOURCE,
): StartCommand {
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...onThisMachine(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let becomeReady: (url: string) => void = () => {}
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
    const [, url] = /Marketplace\s+(http:\S+)\//.exec(output) ?? []
    if (url && output.includes('Ready after')) becomeReady(url)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const ready = new Promise<string>((resolve, reject) => {
    becomeReady = resolve
    void exited.then((code) => reject(new Error(`The start command ended with ${code}:\n${output}`)))
  })
  // A command that is meant to fail is judged by `exited`.
  ready.catch(() => {})
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ready,
    exited,
    kill: (signal) => void child.kill(signal),
  }
}

export async function temporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'plat-start-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
