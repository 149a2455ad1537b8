/** The real clamd of Debian, with one signature of our own: nothing is downloaded. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { createClamd } from '#server/providers/files/clamd.ts'

const PROGRAM = 'clamd'
/** What a file has that it takes for `Plat.Test.UNOFFICIAL`. */
export const SIGNED = 'PLAT-SIGNATURE-OF-A-TEST'

export interface Clamd {
  child: ChildProcess
  /** By its socket, and by TCP. */
  urls: readonly [string, string]
  /** Its configuration, for the programs that ask it something. */
  configPath: string
}

/** In a new folder of this name. `streamMax` as its configuration has it, e.g. `25M`. */
export async function startClamd(
  folder: string,
  { host, port, streamMax }: { host: string; port: number; streamMax: string },
): Promise<Clamd> {
  await mkdir(folder, { recursive: true })
  // clamd drops root for a user that must be able to read this.
  await chmod(folder, 0o777)
  await writeFile(join(folder, 'plat.ndb'), `Plat.Test:0:*:${Buffer.from(SIGNED).toString('hex')}\n`)
  const socket = join(folder, 'clamd.ctl')
  const configPath = join(folder, 'clamd.conf')
  const config = `DatabaseDirectory ${folder}
    LocalSocket ${socket}
    TCPSocket ${port}
    TCPAddr ${host}
    StreamMaxLength ${streamMax}
    Foreground yes
    `.replaceAll(/^ +/gm, '')
  await writeFile(configPath, config)
  const child = spawn(PROGRAM, ['-c', configPath], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  child.on('error', (error) => (output += error.message))
  const urls = [`unix://${socket}`, `tcp://${host}:${port}`] as const
  await vi.waitUntil(
    async () => {
      if (child.exitCode !== null || child.pid === undefined)
        throw new Error(`clamd did not start: ${output}`)
      const answers = await Promise.allSettled(urls.map((url) => createClamd(url).signatures()))
      return answers.every(({ status }) => status === 'fulfilled')
    },
    { timeout: 30_000 },
  )
  return { child, urls, configPath }
}
