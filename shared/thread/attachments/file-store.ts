/**
 * Files of messages that are not sent yet, in a database of the browser, so that they survive a reload. Nothing throws: a browser
 * that keeps no files finds none.
 */

export interface FileStore {
  put(ref: string, file: Blob): Promise<void>
  get(ref: string): Promise<Blob | null>
  remove(refs: readonly string[]): Promise<void>
  /** All of this identity. */
  clear(): Promise<void>
}

const DATABASE = 'plat-files'
const TABLE = 'files'
/** As long as their messages are kept. */
const KEPT_MS = 7 * 24 * 60 * 60_000

interface Kept {
  readonly file: Blob
  readonly atMs: number
}

/** Removes what nobody came for, of any identity. */
export function openFileStore(scope: string, now: () => number): FileStore {
  let opened: Promise<IDBDatabase> | null = null
  const database = () => {
    opened ??= new Promise((resolve, reject) => {
      const asked = indexedDB.open(DATABASE, 1)
      asked.onupgradeneeded = () => asked.result.createObjectStore(TABLE)
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
    return opened
  }
  async function run<T>(
    mode: IDBTransactionMode,
    work: (table: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | null> {
    try {
      const transaction = (await database()).transaction(TABLE, mode)
      const asked = work(transaction.objectStore(TABLE))
      return await new Promise((resolve) => {
        transaction.oncomplete = () => resolve(asked.result)
        transaction.onabort = () => resolve(null)
      })
    } catch {
      return null
    }
  }
  const keyOf = (ref: string) => [scope, ref]

  void run('readwrite', (table) => {
    const asked = table.openCursor()
    asked.onsuccess = () => {
      const cursor = asked.result
      if (!cursor) return
      if (Math.abs(now() - (cursor.value as Kept).atMs) > KEPT_MS) cursor.delete()
      cursor.continue()
    }
    return asked
  })

  return {
    async put(ref, file) {
      await run('readwrite', (table) => table.put({ file, atMs: now() } satisfies Kept, keyOf(ref)))
    },
    get: async (ref) =>
      (await run<Kept | undefined>('readonly', (table) => table.get(keyOf(ref))))?.file ?? null,
    async remove(refs) {
      for (const ref of refs) await run('readwrite', (table) => table.delete(keyOf(ref)))
    },
    async clear() {
      await run('readwrite', (table) => table.delete(IDBKeyRange.bound([scope], [scope, []])))
    },
  }
}
