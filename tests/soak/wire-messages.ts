/** The few messages of the PostgreSQL protocol that run a named statement. Text in, text out; nothing is read here. */

/** Parses `sql` under a name and asks which types its parameters and columns have. */
export const prepareMessage = (name: string, sql: string): Uint8Array =>
  Buffer.concat([
    message('P', [text(name), text(sql), int16(0)]),
    message('D', [Buffer.from('S'), text(name)]),
    SYNC,
  ])

/** Runs a statement with parameters in their text form. */
export function runMessage(name: string, values: readonly (string | null)[]): Uint8Array {
  const parts = values.flatMap(parameter)
  return Buffer.concat([
    message('B', [UNNAMED, text(name), int16(0), int16(values.length), ...parts, int16(0)]),
    message('E', [UNNAMED, int32(0)]),
    SYNC,
  ])
}

/** Plain SQL without parameters. */
export const queryMessage = (sql: string): Uint8Array => message('Q', [text(sql)])

function parameter(value: string | null): Buffer[] {
  if (value === null) return [int32(-1)]
  const bytes = Buffer.from(value)
  return [int32(bytes.length), bytes]
}

function message(kind: string, parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 4)
  return Buffer.concat([Buffer.from(kind), int32(length), ...parts])
}

const text = (value: string) => Buffer.from(`${value}\0`)

function int16(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeInt32BE(value)
  return bytes
}

const UNNAMED = text('')
export const SYNC = message('S', [])
