/**
 * PGlite as Kysely wants it, with prepared statements: in WebAssembly parsing and planning cost several times what running
 * costs. Measured on the server's own questions: the look-up of a token 0.9 ms instead of 10, a thread page 3.4 instead of 7.8.
 */
import { type PGlite, protocol } from '@electric-sql/pglite'
import type { PGliteDialectConfig } from 'kysely'
import { type Column, readRunAnswer } from './wire-answers.ts'
import { prepareMessage, queryMessage, runMessage, SYNC } from './wire-messages.ts'

type KyselyPGlite = Exclude<PGliteDialectConfig['pglite'], (...given: never[]) => unknown>
type Query = KyselyPGlite['query']

interface Statement {
  readonly name: string
  readonly parameterTypes: readonly number[]
  readonly columns: readonly Column[]
}

/** Statements beyond this many are forgotten, all at once: lists of changing length make ever new ones. */
const STATEMENTS_MAX = 500
const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i
/** After one of these a statement's columns may be others. */
const SCHEMA_CHANGE = /^\s*(create|alter|drop)\b/i

export function preparedPGlite(pglite: PGlite): KyselyPGlite {
  const statements = createStatements(pglite)
  /** PGlite keeps others out of a transaction by itself; what goes to it as messages has to wait here. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run)
    last = turn.catch(() => undefined)
    return turn
  }
  const query = (plain: Query): Query =>
    async function answer<T>(sql: string, parameters: unknown[] = []) {
      const statement = await statements.find(sql)
      if (statement) return statements.run<T>(statement, parameters)
      const result = await plain<T>(sql, parameters, { rowMode: 'object' })
      await statements.saw(sql)
      return result
    }
  return {
    get closed() {
      return pglite.closed
    },
    get ready() {
      return pglite.ready
    },
    get waitReady() {
      return pglite.waitReady
    },
    close: () => pglite.close(),
    query: (sql, parameters) => inTurn(() => query((...given) => pglite.query(...given))(sql, parameters)),
    transaction: (run) =>
      inTurn(() =>
        pglite.transaction((trx) =>
          run({ rollback: () => trx.rollback(), query: query((...given) => trx.query(...given)) }),
        ),
      ),
  }
}

interface Statements {
  /** What was seen before is prepared; null for anything else. */
  find(sql: string): Promise<Statement | null>
  /** It ran as plain SQL and worked. */
  saw(sql: string): Promise<void>
  run<T>(statement: Statement, parameters: readonly unknown[]): Answer<T>
}

type Answer<T> = Promise<{ rows: T[]; affectedRows: number; fields: { name: string; dataTypeID: number }[] }>

function createStatements(pglite: PGlite): Statements {
  const known = new Map<string, Statement | 'seen'>()
  let count = 0

  /** Not for PGlite's own reader: see `wire-answers.ts`. */
  const exchange = (message: Uint8Array): Promise<Buffer> =>
    pglite.runExclusive(async () => {
      const chunks: Buffer[] = []
      // The bytes are the database's own memory, which it goes on to use.
      const onRawData = (bytes: Uint8Array) => void chunks.push(Buffer.from(bytes))
      await pglite.execProtocolRawStream(message, { syncToFs: false, onRawData })
      return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
    })

  async function forgetAll(): Promise<void> {
    known.clear()
    await exchange(queryMessage('deallocate all'))
  }

  return {
    async find(sql) {
      const found = known.get(sql)
      if (found !== 'seen') return found ?? null
      count++
      const name = `s${count}`
      const statement = { name, ...typesOf(messagesOf(await exchange(prepareMessage(name, sql)))) }
      known.set(sql, statement)
      return statement
    },
    async saw(sql) {
      if (SCHEMA_CHANGE.test(sql) || known.size >= STATEMENTS_MAX) await forgetAll()
      if (PREPARABLE.test(sql)) known.set(sql, 'seen')
    },
    async run<T>({ name, parameterTypes, columns }: Statement, parameters: readonly unknown[]) {
      const values = parameters.map((value, at) => asText(value, pglite.serializers[parameterTypes[at] ?? 0]))
      const bytes = await exchange(runMessage(name, values))
      const answer = readRunAnswer<T>(bytes, columns, pglite.parsers)
      if (answer) return { ...answer, fields: [...columns] }
      // After an error PGlite passes over everything up to this.
      await exchange(SYNC)
      throw messagesOf(bytes).find((message) => message instanceof Error)
    },
  }
}

/** What is read of PGlite's answers to a preparation. */
type Message =
  | { readonly name: 'rowDescription'; readonly fields: readonly Column[] }
  | { readonly name: 'parameterDescription'; readonly dataTypeIDs: readonly number[] }

/** As PGlite reads them. */
function messagesOf(bytes: Buffer): readonly Message[] {
  const messages: unknown[] = []
  new protocol.Parser().parse(bytes, (message) => messages.push(message))
  return messages as readonly Message[]
}

function typesOf(answer: readonly Message[]): Pick<Statement, 'parameterTypes' | 'columns'> {
  const failed = answer.find((message) => message instanceof Error)
  if (failed) throw failed
  const parameters = answer.find((message) => message.name === 'parameterDescription')
  const rows = answer.find((message) => message.name === 'rowDescription')
  const columns = (rows?.fields ?? []).map(({ name, dataTypeID }) => ({ name, dataTypeID }))
  return { parameterTypes: parameters?.dataTypeIDs ?? [], columns }
}

function asText(value: unknown, serialize: ((value: unknown) => string) | undefined): string | null {
  if (value === null || value === undefined) return null
  return serialize ? serialize(value) : String(value)
}
