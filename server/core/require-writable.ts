/** A folder that the server must be able to write to: told at the start, in one sentence. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes it when it is missing. Rejects with a sentence that names the folder, the setting and what is wrong. */
export async function requireWritable(directory: string, setting: string): Promise<void> {
  const probe = join(directory, `.plat-probe-${process.pid}`)
  try {
    await mkdir(directory, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new Error(
      `The folder ${directory} (${setting}) ${REASONS[code] ?? `cannot be used: ${message}`}.`,
      {
        cause: error,
      },
    )
  }
}

const REASONS: Record<string, string> = {
  EROFS: 'is on a disk that is mounted read-only',
  EACCES: 'cannot be written by the user of this process',
  EPERM: 'cannot be written by the user of this process',
  ENOSPC: 'is on a disk without space',
  EDQUOT: 'is over its quota',
  EEXIST: 'is not a folder',
  ENOTDIR: 'is not a folder',
  // What Node says of a folder that it cannot make on a disk that is mounted read-only.
  ENOENT: 'cannot be made; its disk is missing, or mounted read-only',
}
