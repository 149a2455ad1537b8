/** The storage of a browser, over a map that outlives the page. Each page makes its own. */
export const storageIn =
  (items: Map<string, string>, can: { write: boolean } = { write: true }) =>
  (): Storage =>
    ({
      getItem: (key: string) => items.get(key) ?? null,
      setItem(key: string, value: string) {
        if (!can.write) throw new Error('The storage is full.')
        items.set(key, value)
      },
      removeItem: (key: string) => void items.delete(key),
    }) as unknown as Storage
