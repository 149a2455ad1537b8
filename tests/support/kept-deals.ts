import type { Page } from 'playwright'

/** Whether the browser has a copy of the deals. It is written when the page has nothing else to do, long after its database is there. */
export const areDealsKept = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    // Opened before the page has made it, it would be one without a place for them.
    if (!known.some(({ name }) => name === 'plat')) return false
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.onsuccess = () => done(request.result)
        request.onerror = () => fail(request.error)
      })
    const database = await answer(indexedDB.open('plat'))
    const count = await answer(database.transaction('copies').objectStore('copies').count())
    database.close()
    return count > 0
  })
