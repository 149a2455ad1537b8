/** What of a browser outlives the page. */
import type { TextStore, TextStores } from './text-store.ts'

/**
 * The browser's localStorage and sessionStorage as the chat knows them. A sandboxed frame or a setting of the browser
 * may block both.
 */
export const browserStores = (): TextStores => ({
  shared: textStore(() => localStorage),
  tab: textStore(() => sessionStorage),
})

/** Only asking for a blocked storage throws, so it is asked for each time, within a try. */
function textStore(storage: () => Storage): TextStore {
  const attempt = <T>(otherwise: T, ask: (storage: Storage) => T): T => {
    try {
      return ask(storage())
    } catch {
      return otherwise
    }
  }
  return {
    keys: () => attempt<string[]>([], (from) => Object.keys(from)),
    get: (key) => attempt<string | null>(null, (from) => from.getItem(key)),
    set: (key, text) =>
      attempt(false, (into) => {
        into.setItem(key, text)
        return true
      }),
    remove: (key) => attempt(undefined, (from) => from.removeItem(key)),
    onOther(wrote) {
      const hear = ({ key, storageArea }: StorageEvent) => {
        if (key !== null && attempt(false, (own) => own === storageArea)) wrote(key)
      }
      addEventListener('storage', hear)
      return () => removeEventListener('storage', hear)
    },
  }
}
