/** Comma-separated values with a head line, quotes and all (RFC 4180). */

export function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = [], ...lines] = cellsOf(text)
  return lines
    .filter((line) => line.length > 1 || line[0] !== '')
    .map((line) => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ''])))
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

function cellsOf(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  CELL.lastIndex = 0
  while (CELL.lastIndex < text.length) {
    const found = CELL.exec(text)
    if (!found) throw new Error(`Not readable as CSV near line ${lines.length + 1}`)
    const [, quoted, plain = '', end] = found
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    lines.push(line)
    line = []
  }
  return lines
}
