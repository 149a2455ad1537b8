/** The rules of the LLC and trust form (spec section 5, Entity form), word for word. Pure. */
import type { CompanyWire } from '#shared/contract/buy-box.ts'

export interface EntityRow {
  /** Of the row, not of the company; stays while rows come and go. */
  readonly key: number
  readonly entityName: string
  readonly entityId: number | null
  readonly selectedCompany: CompanyWire | null
  readonly isSubmitting: boolean
  /** Linked by an earlier press of the button; not sent again. */
  readonly isLinked: boolean
  readonly error: string | null
}

export const NONE_SELECTED = 'Please select at least one valid LLC or trust'
export const ALREADY_CONNECTED = 'This LLC or trust is already connected to your Smart Buy Box'
export const ADD_FAILED = 'Failed to add LLC or trust'
export const ADD_BROKE = 'An error occurred while adding the LLC or trust'

export const emptyRow = (key: number): EntityRow => ({
  key,
  entityName: '',
  entityId: null,
  selectedCompany: null,
  isSubmitting: false,
  isLinked: false,
  error: null,
})

const hasCompany = (row: EntityRow): boolean => row.selectedCompany !== null

/** Another row may be added when every row has a company. */
export const canAddRow = (rows: readonly EntityRow[]): boolean =>
  rows.every((row) => hasCompany(row) && !row.isSubmitting)

export const canSubmit = (rows: readonly EntityRow[]): boolean =>
  rows.some(hasCompany) && !rows.some((row) => row.isSubmitting)

export interface Checked {
  /** The rows with their errors. */
  readonly rows: readonly EntityRow[]
  /** What concerns no single row. */
  readonly problem: string | null
  readonly isValid: boolean
}

/** `connected` holds the ids of the companies that are linked already. */
export function checkRows(rows: readonly EntityRow[], connected: ReadonlySet<number>): Checked {
  const checked = rows.map((row, index) => ({ ...row, error: rowProblem(rows, index, connected) }))
  const problem = rows.some(hasCompany) || checked.some((row) => row.error !== null) ? null : NONE_SELECTED
  return { rows: checked, problem, isValid: problem === null && checked.every((row) => row.error === null) }
}

function rowProblem(
  rows: readonly EntityRow[],
  index: number,
  connected: ReadonlySet<number>,
): string | null {
  const row = rows[index]
  if (row === undefined || row.isLinked) return null
  const n = index + 1
  const isNamed = row.entityName.trim() !== ''
  if (!isNamed && row.entityId !== null) return `Please enter an LLC or trust name for row ${n}`
  if (isNamed && !hasCompany(row)) return `Please select a valid LLC or trust from the dropdown for row ${n}`
  if (row.entityId === null) return null
  if (connected.has(row.entityId)) return ALREADY_CONNECTED
  const twin = rows.findIndex((other) => other.entityId === row.entityId)
  return twin < index ? `This LLC or trust is already in row ${twin + 1}` : null
}
