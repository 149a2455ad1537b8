/** Files in memory, for tests and for a world that is thrown away. */
import { checkKey } from './file-key.ts'
import type { FileStore } from './file-store.ts'

export function createMemoryStore(): FileStore {
  const files = new Map<string, Uint8Array>()
  return {
    async put(key, bytes) {
      checkKey(key)
      files.set(key, Uint8Array.from(bytes))
    },
    get: async (key) => files.get(key) ?? null,
    delete: async (key) => void files.delete(key),
  }
}
