/** Turns measurements into lines on the terminal and sections of docs/benchmarks.md. Ratios first; absolute times are this machine's. */
import { readFileSync, writeFileSync } from 'node:fs'

const PAGE = new URL('../../docs/benchmarks.md', import.meta.url)

export interface Table {
  /** Names the section in docs/benchmarks.md; a new run replaces it. */
  id: string
  title: string
  command: string
  note: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Prints the table and puts it into docs/benchmarks.md between its own marks. */
export function publish(table: Table): void {
  const lines = [
    `## ${table.title}`,
    '',
    `\`${table.command}\``,
    '',
    `| ${table.head.join(' | ')} |`,
    `|${table.head.map(() => '---').join('|')}|`,
    ...table.rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    table.note,
  ]
  process.stdout.write(`\n${lines.join('\n')}\n`)
  const [begin, end] = [`<!-- ${table.id}: begin -->`, `<!-- ${table.id}: end -->`]
  const page = readFileSync(PAGE, 'utf8')
  const section = `${begin}\n${lines.join('\n')}\n${end}`
  const at = page.indexOf(begin)
  const next =
    at < 0
      ? `${page.trimEnd()}\n\n${section}\n`
      : page.slice(0, at) + section + page.slice(page.indexOf(end) + end.length)
  writeFileSync(PAGE, next)
}

/** The value below which the given share of the samples lies, e.g. 0.5 for the median. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
export const times = (value: number): string => `${value.toFixed(2)}x`
export const thousands = (value: number): string => value.toLocaleString('en-US')
