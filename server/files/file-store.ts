/** Where whole files lie, by key. Rows say which key is what; nobody outside the server hears of keys. */
import { createDiskStore } from './disk-store.ts'
import { createMemoryStore } from './memory-store.ts'
import { createS3Store, type S3Settings } from './s3-store.ts'

export interface FileStore {
  /** All of it or nothing: a file that was cut off is never read back. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Null when there is no such file. */
  get(key: string): Promise<Uint8Array | null>
  /** Also when there is none. */
  delete(key: string): Promise<void>
}

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
