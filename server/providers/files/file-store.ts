/** Where whole files lie, by key. Rows say which key is what; nobody outside the server hears of keys. */

export interface FileStore {
  /** All of it or nothing: a file that was cut off is never read back. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Null when there is no such file. */
  get(key: string): Promise<Uint8Array | null>
  /** Also when there is none. */
  delete(key: string): Promise<void>
  /** Of all files, in no order; for backups. */
  keys(): AsyncIterable<string>
  /** Of a store whose space this machine can see; null when it cannot say. */
  freeBytes?(): Promise<number | null>
}
