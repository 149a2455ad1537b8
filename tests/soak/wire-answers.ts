/**
 * Reads what PostgreSQL answers to a statement that was run, straight into rows. PGlite's own reader makes an object of every
 * message and a string of every value first.
 */

export interface Column {
  readonly name: string
  readonly dataTypeID: number
}

export type Parsers = Readonly<Record<number, (text: string, dataTypeID: number) => unknown>>

export interface RunAnswer<T> {
  readonly rows: T[]
  /** The number at the end of `UPDATE 3` or `INSERT 0 3`; a SELECT affects nothing. */
  readonly affectedRows: number
}

type Row = Record<string, unknown>

const DATA_ROW = 0x44
const COMMAND_COMPLETE = 0x43
const ERROR = 0x45
/** One byte that says what it is, four that say how long. */
const HEAD = 5
const NULL = -1

/** Null when it is an error. */
export function readRunAnswer<T>(
  bytes: Buffer,
  columns: readonly Column[],
  parsers: Parsers,
): RunAnswer<T> | null {
  const rows: T[] = []
  let affectedRows = 0
  const read = rowReader(columns, parsers)
  for (let at = 0; at < bytes.length; ) {
    const kind = bytes[at]
    const end = at + 1 + bytes.readInt32BE(at + 1)
    if (kind === ERROR) return null
    if (kind === DATA_ROW) rows.push(read(bytes, at + HEAD + 2) as T)
    if (kind === COMMAND_COMPLETE) affectedRows = affectedBy(bytes.toString('latin1', at + HEAD, end - 1))
    at = end
  }
  return { rows, affectedRows }
}

function rowReader(columns: readonly Column[], parsers: Parsers): (bytes: Buffer, at: number) => Row {
  const readers = columns.map(({ name, dataTypeID }) => ({ name, dataTypeID, parse: parsers[dataTypeID] }))
  return (bytes, start) => {
    const row: Row = {}
    let at = start
    for (const { name, dataTypeID, parse } of readers) {
      const length = bytes.readInt32BE(at)
      at += 4
      if (length === NULL) {
        row[name] = null
        continue
      }
      const text = bytes.toString('utf8', at, at + length)
      row[name] = parse ? parse(text, dataTypeID) : text
      at += length
    }
    return row
  }
}

const affectedBy = (done: string): number => (done.startsWith('SELECT') ? 0 : Number(done.split(' ').at(-1)))
