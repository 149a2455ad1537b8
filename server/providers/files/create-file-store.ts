/** The file store that the settings name: memory, a folder or S3. */
import { createDiskStore } from './disk-store.ts'
import { checkKey } from './file-key.ts'
import type { FileStore } from './file-store.ts'
import { createS3Store, type S3Settings } from './s3-store.ts'

export type FileSettings =
  | { driver: 'memory' }
  | { driver: 'disk'; directory: string }
  | ({ driver: 's3' } & S3Settings)
  /** Some files are made when they are asked for, as the demo world's are; all others lie in `base`. */
  | { driver: 'made'; make: (key: string) => Uint8Array | null; base: FileSettings }

export function createFileStore(settings: FileSettings): FileStore {
  switch (settings.driver) {
    case 'memory':
      return createMemoryStore()
    case 'disk':
      return createDiskStore(settings.directory)
    case 's3':
      return createS3Store(settings)
    case 'made': {
      const base = createFileStore(settings.base)
      return { ...base, get: async (key) => settings.make(key) ?? base.get(key) }
    }
  }
}

/** Files in memory, for tests and for a world that is thrown away. */
function createMemoryStore(): FileStore {
  const files = new Map<string, Uint8Array>()
  return {
    async put(key, bytes) {
      checkKey(key)
      files.set(key, Uint8Array.from(bytes))
    },
    get: async (key) => files.get(key) ?? null,
    delete: async (key) => void files.delete(key),
    async *keys() {
      yield* files.keys()
    },
  }
}
