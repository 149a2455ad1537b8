/** PGlite in place of the socket of a PostgreSQL driver, so that one driver with the same messages uses both databases. */
import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

/** `AuthenticationOk`, and `ReadyForQuery` outside of a transaction. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const TERMINATE = 0x58

type Done = (error?: Error | null) => void

/** Messages of the protocol, and all that answer them. */
export type Question = (messages: Uint8Array) => Promise<Buffer>

/** Not by `execProtocolRaw`: it also reads each row of an answer into objects that nobody asks for, which takes longer than most queries. */
export async function askPGlite(pglite: PGlite, messages: Uint8Array): Promise<Buffer> {
  const parts: Uint8Array[] = []
  // Each is a view of PGlite's memory, which is written again.
  await pglite.execProtocolRawStream(messages, { onRawData: (part) => parts.push(part.slice()) })
  return Buffer.concat(parts)
}

export class PGliteStream extends Duplex {
  readonly #pglite: PGlite
  readonly #question: Question
  #isGreeted = false

  constructor(pglite: PGlite, question: Question = (messages) => askPGlite(pglite, messages)) {
    super()
    this.#pglite = pglite
    this.#question = question
  }

  connect(): this {
    this.#pglite.waitReady.then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  // The driver sets these on its socket.
  setNoDelay = () => this
  setKeepAlive = () => this
  ref = () => this
  unref = () => this

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#ask(chunk).then(() => done(), done)
  }

  /** All messages of a statement at once. */
  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#ask(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done)
  }

  override _final(done: Done): void {
    this.push(null)
    done()
  }

  async #ask(messages: Buffer): Promise<void> {
    if (messages[0] === TERMINATE) return
    if (!this.#isGreeted) {
      this.#isGreeted = true
      this.push(WELCOME)
      return
    }
    const answer = await this.#question(messages)
    if (answer.length > 0) this.push(answer)
  }
}
