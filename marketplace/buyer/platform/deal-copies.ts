/**
 * The copy of the deals that this browser keeps, in IndexedDB (checklist BRW-04). Where nothing can be kept, e.g. in a private
 * window, there is no copy and nobody is troubled.
 */
export interface DealCopy {
  /** As packTable made it; whether it can still be read is for unpackTable to say. */
  readonly packed: unknown
  readonly etag: string | null
  /** When the server last said that it is right. */
  readonly asOfMs: number
}

/** None of these reject. */
export interface DealCopies {
  read(): Promise<DealCopy | null>
  write(copy: DealCopy): Promise<void>
  drop(): Promise<void>
}

const DATABASE = 'plat'
const STORE = 'copies'
const KEY = 'deals'

export function createDealCopies(factory: () => IDBFactory): DealCopies {
  let opened: Promise<IDBDatabase> | null = null
  const open = () => {
    opened ??= openDatabase(factory).catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
  const at = async <T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>) =>
    answerOf(ask((await open()).transaction(STORE, mode).objectStore(STORE)))

  return {
    read: async () => copyOf(await at('readonly', (store) => store.get(KEY)).catch(() => null)),
    write: (copy) =>
      at('readwrite', (store) => store.put(copy, KEY)).then(
        () => {},
        () => {},
      ),
    drop: () =>
      at('readwrite', (store) => store.delete(KEY)).then(
        () => {},
        () => {},
      ),
  }
}

async function openDatabase(factory: () => IDBFactory): Promise<IDBDatabase> {
  const request = factory().open(DATABASE, 1)
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE)
  const database = await answerOf(request)
  // Another tab brings a newer form: it may not wait for this one.
  database.onversionchange = () => database.close()
  return database
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function copyOf(kept: unknown): DealCopy | null {
  if (typeof kept !== 'object' || kept === null) return null
  const { packed, etag, asOfMs } = kept as Record<string, unknown>
  if (typeof asOfMs !== 'number' || packed === undefined) return null
  return { packed, etag: typeof etag === 'string' ? etag : null, asOfMs }
}
