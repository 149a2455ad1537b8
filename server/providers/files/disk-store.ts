/** Files in a folder of this machine, or one that all nodes of a cluster mount. */
import { randomBytes } from 'node:crypto'
import { mkdir, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { freeBytesOf } from '#server/core/free-space.ts'
import { checkKey, isKey } from './file-key.ts'
import type { FileStore } from './file-store.ts'

const SUFFIX_BYTES = 6
/** Nobody but the server's own user reads what customers hand in. */
const OWN_FILE = 0o600
const OWN_FOLDER = 0o700

export function createDiskStore(directory: string): FileStore {
  const pathOf = (key: string) => join(directory, key)
  return {
    async put(key, bytes) {
      checkKey(key)
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: OWN_FOLDER })
      // Written beside its place and moved there whole; a dot begins no key, so half a file has none.
      const unfinished = join(dirname(path), `.${randomBytes(SUFFIX_BYTES).toString('hex')}`)
      try {
        await writeFile(unfinished, bytes, { mode: OWN_FILE })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async get(key) {
      if (!isKey(key)) return null
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return null
        throw error
      }
    },
    async delete(key) {
      if (isKey(key)) await rm(pathOf(key), { force: true })
    },
    keys: () => keysIn(directory),
    freeBytes: () => freeBytesOf(directory),
  }
}

async function* keysIn(directory: string): AsyncGenerator<string> {
  const folder = await opendir(directory, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for await (const entry of folder) {
    const key = relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/')
    if (entry.isFile() && isKey(key)) yield key
  }
}
