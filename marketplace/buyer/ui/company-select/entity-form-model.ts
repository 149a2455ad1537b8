/**
 * The form that links LLCs and trusts: its rows, one after another to the server, what went wrong with each (spec sections 4
 * and 5). Without React.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { createSearch, type Search } from '#marketplace/kit/search-as-you-type.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { type CompanyWire, linkCompany, searchCompanies } from '#shared/contract/buy-box.ts'
import { COMPANY_QUERY_MIN_LENGTH, COMPANY_SEARCH_DEBOUNCE_MS } from '#shared/contract/limits.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import {
  ADD_BROKE,
  ADD_FAILED,
  canAddRow,
  canSubmit,
  checkRows,
  type EntityRow,
  emptyRow,
} from './entity-rows.ts'

export interface EntityForm {
  readonly rows: ReadonlySignal<readonly EntityRow[]>
  /** What concerns no single row. */
  readonly problem: ReadonlySignal<string | null>
  readonly isSubmitting: ReadonlySignal<boolean>
  readonly canAddRow: ReadonlySignal<boolean>
  readonly canSubmit: ReadonlySignal<boolean>
  /** The company search of a row. */
  search(key: number): Search<CompanyWire>
  /** Something was typed: a company that was picked is no longer. */
  type(key: number, text: string): void
  pick(key: number, company: CompanyWire): void
  addRow(): void
  /** The only row is emptied instead. */
  removeRow(key: number): void
  /** True when every row was linked; then the form is one empty row again. */
  submit(): Promise<boolean>
  dispose(): void
}

export interface EntityFormDeps {
  api: Api
  clock: Clock
  log: Log
  /** Ids of the companies that are linked already. */
  connected: () => ReadonlySet<number>
  /** All rows were linked. */
  onAdded?: () => void
}

export function createEntityForm({ api, clock, log, connected, onAdded }: EntityFormDeps): EntityForm {
  let nextKey = 1
  const rows = signal<readonly EntityRow[]>([emptyRow(nextKey++)])
  const problem = signal<string | null>(null)
  const searches = new Map<number, Search<CompanyWire>>()
  const isSubmitting = computed(() => rows.value.some((row) => row.isSubmitting))

  function change(key: number, to: Partial<EntityRow>) {
    rows.value = rows.value.map((row) => (row.key === key ? { ...row, ...to } : row))
  }

  function search(key: number): Search<CompanyWire> {
    const known = searches.get(key)
    if (known) return known
    const fresh = createSearch<CompanyWire>({
      ask: async (q, signal) => (await api(searchCompanies, { query: { q } }, { signal })).companies,
      delayMs: COMPANY_SEARCH_DEBOUNCE_MS,
      minLength: COMPANY_QUERY_MIN_LENGTH,
      clock,
      log,
      name: 'Company search',
    })
    searches.set(key, fresh)
    return fresh
  }

  function forget(key: number) {
    searches.get(key)?.dispose()
    searches.delete(key)
  }

  function reset() {
    for (const key of [...searches.keys()]) forget(key)
    rows.value = [emptyRow(nextKey++)]
    problem.value = null
  }

  async function link(row: EntityRow, company: CompanyWire): Promise<boolean> {
    change(row.key, { isSubmitting: true, error: null })
    try {
      await api(linkCompany, { params: { company: company.id } })
      change(row.key, { isSubmitting: false, isLinked: true })
      return true
    } catch (error) {
      log.warn('Adding an LLC or trust failed', error instanceof ApiError ? error.failure.kind : undefined)
      change(row.key, { isSubmitting: false, error: linkProblem(error) })
      return false
    }
  }

  async function submit(): Promise<boolean> {
    if (isSubmitting.value) return false
    const checked = checkRows(rows.value, connected())
    rows.value = checked.rows
    problem.value = checked.problem
    if (!checked.isValid) return false
    for (const row of checked.rows) {
      if (row.selectedCompany === null || row.isLinked) continue
      if (!(await link(row, row.selectedCompany))) return false
    }
    reset()
    onAdded?.()
    return true
  }

  return {
    rows,
    problem,
    isSubmitting,
    canAddRow: computed(() => canAddRow(rows.value)),
    canSubmit: computed(() => canSubmit(rows.value)),
    search,
    type(key, text) {
      problem.value = null
      change(key, { entityName: text, entityId: null, selectedCompany: null, error: null })
      search(key).setText(text)
    },
    pick(key, company) {
      problem.value = null
      change(key, { entityName: company.name, entityId: company.id, selectedCompany: company, error: null })
      search(key).clear()
    },
    addRow() {
      if (canAddRow(rows.value)) rows.value = [...rows.value, emptyRow(nextKey++)]
    },
    removeRow(key) {
      forget(key)
      const left = rows.value.filter((row) => row.key !== key)
      if (left.length === 0) reset()
      // Row numbers in messages would no longer be true.
      else rows.value = left.map((row) => ({ ...row, error: null }))
    },
    submit,
    dispose() {
      for (const key of [...searches.keys()]) forget(key)
    },
  }
}

/** The server's message, else the status text, else our own words; anything but an answer is the exception (spec section 8). */
function linkProblem(error: unknown): string {
  if (!(error instanceof ApiError) || error.failure.kind !== 'refused') return ADD_BROKE
  const { problem, statusText } = error.failure
  return problem.errors?.company?.[0] || problem.message || statusText || ADD_FAILED
}
