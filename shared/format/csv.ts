/** Tables as CSV files (RFC 4180) by Papa Parse. */
import Papa from 'papaparse'

export type CsvCell = string | number | null

/** A text that a spreadsheet would run as a formula is made one that it shows; an amount such as -12.50 is no formula. */
const FORMULA = /^[=+\-@\t\r](?!\d+\.\d\d$)/

/** Lines end with CRLF, the last one too. */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  `${Papa.unparse(rows as CsvCell[][], { escapeFormulae: FORMULA })}\r\n`
