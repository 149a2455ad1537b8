/**
 * What the deal would bring, by the reader's own figures: theirs for this deal, else their defaults, else ours. What is put in
 * is kept with the deal after a pause; a visitor's stays on the page.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { dealDefaults, saveDealNotes } from '#shared/contract/deal-notes.ts'
import type { Clock } from '#shared/lib/clock.ts'
import {
  type AssumptionKey,
  type Assumptions,
  calculate,
  cleaned,
  DEFAULT_ASSUMPTIONS,
  type Outputs,
} from '#shared/rules/deals/calculator.ts'
import type { Deal } from './deal.ts'

export type Saving = 'none' | 'waiting' | 'saving' | 'saved' | 'failed'

export interface CalculatorModel {
  readonly assumptions: ReadonlySignal<Assumptions>
  readonly outputs: ReadonlySignal<Outputs>
  readonly saving: ReadonlySignal<Saving>
  readonly isChanged: ReadonlySignal<boolean>
  set(key: AssumptionKey, value: number): void
  /** Back to the deal's own figures and the defaults. */
  reset(): void
  /** Keeps all but the deal's own figures as this customer's defaults. Never rejects for a failed call. */
  keepAsDefaults(): Promise<void>
  /** Defaults of this customer; asked once. */
  loadDefaults(): Promise<void>
  flush(): Promise<void>
}

export interface CalculatorDeps {
  api: Api
  clock: Clock
  deal: Deal
}

/** A deal's own; never part of the defaults. */
const OF_THE_DEAL: readonly AssumptionKey[] = ['price', 'arv', 'repairs', 'entry_fee', 'rent', 'taxes']

const PAUSE_MS = 900

export function createCalculatorModel({ api, clock, deal }: CalculatorDeps): CalculatorModel {
  const own = deal.own?.assumptions ?? null
  let base = seeded(deal, {})
  const assumptions = signal<Assumptions>(own === null ? base : cleaned({ ...base, ...own }))
  const saving = signal<Saving>('none')
  const isChanged = signal(own !== null)
  let stop: () => void = () => {}

  const keep = async (body: { as_default?: boolean }): Promise<void> => {
    stop()
    saving.value = 'saving'
    const sent = assumptions.peek()
    try {
      await api(saveDealNotes, {
        params: { property: deal.id },
        body: { assumptions: body.as_default ? general(sent) : { ...sent }, ...body },
      })
      saving.value = assumptions.peek() === sent ? 'saved' : 'waiting'
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      saving.value = 'failed'
    }
  }
  const flush = async () => {
    if (saving.peek() === 'waiting' || saving.peek() === 'failed') await keep({})
  }
  return {
    assumptions,
    outputs: computed(() => calculate(assumptions.value)),
    saving,
    isChanged,
    set(key, value) {
      assumptions.value = { ...assumptions.peek(), [key]: value }
      isChanged.value = true
      if (deal.own === null) return
      saving.value = 'waiting'
      stop()
      stop = clock.after(PAUSE_MS, () => void keep({}))
    },
    reset() {
      assumptions.value = base
      isChanged.value = false
      if (deal.own !== null) void keep({})
    },
    keepAsDefaults: () => keep({ as_default: true }),
    async loadDefaults() {
      if (deal.own === null) return
      try {
        const reply = await api(dealDefaults, {})
        base = seeded(deal, reply.assumptions)
        if (!isChanged.peek()) assumptions.value = base
      } catch (error) {
        // Ours stand in for theirs.
        if (!(error instanceof ApiError)) throw error
      }
    },
    flush,
  }
}

/** The deal's figures over a customer's defaults over ours. Repairs begin in the middle of what the seller says. */
function seeded(deal: Deal, defaults: Readonly<Record<string, number>>): Assumptions {
  const { repairMinUsd: low, repairMaxUsd: high } = deal
  const repairs = low !== null && high !== null ? Math.round((low + high) / 2) : (low ?? high ?? 0)
  return cleaned({
    ...DEFAULT_ASSUMPTIONS,
    ...defaults,
    price: deal.priceUsd ?? 0,
    arv: deal.arvUsd ?? 0,
    repairs,
    entry_fee: deal.entryFeeUsd ?? 0,
  })
}

function general(assumptions: Assumptions): Record<string, number> {
  return Object.fromEntries(
    Object.entries(assumptions).filter(([key]) => !OF_THE_DEAL.some((special) => special === key)),
  )
}
