/**
 * The key by which a browser proves to be a guest's. The private half cannot be read out, not even by a script of the page: only the
 * browser signs with it (docs/security.md, Guests).
 */

const STORE = 'guests'
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' }

export interface BrowserKey {
  /** Whether a guest has written in this browser. False where the browser keeps nothing. */
  isKept(): Promise<boolean>
  proof(challenge: string): Promise<{ public_key: string; challenge: string; signature: string }>
  /** Keeps it over a reload, where the browser does. */
  keep(): Promise<void>
}

/** `siteKey`: the publishable key, under which it is kept. */
export function createBrowserKey(siteKey: string): BrowserKey {
  let pair: Promise<CryptoKeyPair> | null = null
  const kept = () => inStore<CryptoKeyPair | undefined>('readonly', (store) => store.get(siteKey))
  const find = async () => (await kept().catch(() => undefined)) ?? makePair()
  const ours = () => {
    pair ??= find()
    return pair
  }
  return {
    isKept: async () => (await kept().catch(() => undefined)) !== undefined,
    async proof(challenge) {
      const { publicKey, privateKey } = await ours()
      const text = new TextEncoder().encode(`plat-guest:${siteKey}:${challenge}`)
      return {
        public_key: base64url(await crypto.subtle.exportKey('raw', publicKey)),
        challenge,
        signature: base64url(await crypto.subtle.sign(SIGNING, privateKey, text)),
      }
    },
    async keep() {
      const own = await ours()
      // Without it the conversation lasts as long as the page.
      await inStore('readwrite', (store) => store.put(own, siteKey)).catch(() => {})
    },
  }
}

const makePair = () => crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])

/** Rejects where the browser has no storage for this page. */
function inStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('plat-messenger', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const asked = ask(database.transaction(STORE, mode).objectStore(STORE))
      asked.onerror = () => reject(asked.error)
      asked.onsuccess = () => {
        resolve(asked.result as Result)
        database.close()
      }
    }
  })
}

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
