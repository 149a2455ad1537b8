/** Where the files of documents are. Rows say which file by a key; nobody outside hears of keys. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface DocumentStore {
  /** Null when there is no such file. */
  read(key: string): Promise<Uint8Array | null>
}

export type DocumentSettings =
  | { driver: 'none' }
  | { driver: 'folder'; directory: string }
  /** Files that are made when they are asked for, as the demo world's are. */
  | { driver: 'made'; store: DocumentStore }

export function createDocumentStore(settings: DocumentSettings): DocumentStore {
  switch (settings.driver) {
    case 'none':
      return { read: async () => null }
    case 'folder':
      return folderStore(settings.directory)
    case 'made':
      return settings.store
  }
}

/** Parts of plain names, divided by slashes: no way leads out of the folder. */
const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/i

const folderStore = (directory: string): DocumentStore => ({
  async read(key) {
    if (!KEY.test(key)) return null
    try {
      return await readFile(join(directory, key))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  },
})
