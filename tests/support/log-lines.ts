/** What a server writes while it runs: each line of both of its outputs, which are JSON. */
import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'

export interface LogLine {
  readonly level: number
  readonly time: number
  readonly msg: string
  readonly [field: string]: unknown
}

export interface LogLines {
  /** Throws for a line that is no line of the log. */
  stdout(): readonly LogLine[]
  stderr(): readonly LogLine[]
}

/** Each output is read alone: chunks of two outputs may arrive in any order. */
export function readLogLines(child: ChildProcessByStdio<null, Readable, Readable>): LogLines {
  return { stdout: collect(child.stdout), stderr: collect(child.stderr) }
}

function collect(output: Readable): () => readonly LogLine[] {
  let text = ''
  output.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  return () => text.split('\n').slice(0, -1).map(parse)
}

function parse(line: string): LogLine {
  let parsed: Partial<LogLine> = {}
  try {
    parsed = JSON.parse(line)
  } catch {}
  const { level, time, msg } = parsed
  if (typeof level !== 'number' || typeof time !== 'number' || typeof msg !== 'string')
    throw new Error(`This is no line of the log: ${line}`)
  return { ...parsed, level, time, msg }
}
