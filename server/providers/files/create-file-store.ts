/** The file store that the settings name: memory, a folder or S3. */
import { createDiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { createMemoryStore } from './memory-store.ts'
import type { S3Settings } from './s3-store.ts'
import { createS3Store } from './s3-store.ts'

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
