/**
 * What the deal would bring, by the reader's own figures: theirs for this deal, else their defaults, else ours; the platform fee
 * as the server says now, unless they put in another. What is put in is kept with the deal after a pause; a visitor's stays on
 * the page.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { dealDefaults, saveDealNotes } from '#shared/contract/deal-notes.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Assumptions } from '#shared/rules/deals/assumptions.ts'
import {
  type AssumptionKey,
  calculate,
  cleaned,
  DEFAULT_ASSUMPTIONS,
  type Outputs,
} from '#shared/rules/deals/calculator.ts'
import type { Deal } from './deal.ts'

export type Saving = 'none' | 'waiting' | 'saving' | 'saved' | 'failed'

export interface CalculatorModel {
  readonly assumptions: ReadonlySignal<Assumptions>
  /** Those that the platform fee changes are unknown until it came. */
  readonly outputs: ReadonlySignal<Outputs>
  readonly isFeeKnown: ReadonlySignal<boolean>
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
  /** The deal as asked again, e.g. after a login on its page: then figures are kept, and what was put in goes before what was. */
  follow(deal: Pick<Deal, 'own'>): void
}

export interface CalculatorDeps {
  api: Api
  clock: Clock
  deal: Deal
  /** Of this installation, in units of the currency; null until it came. */
  feeUsd: ReadonlySignal<number | null>
}

/** A deal's own; never part of the defaults. */
const OF_THE_DEAL: readonly AssumptionKey[] = ['price', 'arv', 'repairs', 'entry_fee', 'rent', 'taxes']

const PAUSE_MS = 900

export function createCalculatorModel({ api, clock, deal, feeUsd }: CalculatorDeps): CalculatorModel {
  let own = deal.own
  const kept = own?.assumptions ?? null
  let base = seeded(deal, {})
  // Its platform fee is NaN while the reader has put in none.
  const given = signal(kept === null ? base : cleaned({ ...base, ...kept }))
  const assumptions = computed(() => {
    const { platform_fee: own } = given.value
    return { ...given.value, platform_fee: Number.isNaN(own) ? (feeUsd.value ?? own) : own }
  })
  const saving = signal<Saving>('none')
  const isChanged = signal(kept !== null)
  let stop: () => void = () => {}

  const keep = async (body: { as_default?: boolean }): Promise<void> => {
    stop()
    saving.value = 'saving'
    const sent = given.peek()
    try {
      await api(saveDealNotes, {
        params: { property: deal.id },
        body: { assumptions: putIn(sent, body.as_default ? OF_THE_DEAL : []), ...body },
      })
      saving.value = given.peek() === sent ? 'saved' : 'waiting'
      await flush()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      saving.value = 'failed'
    }
  }
  /** One after the other, so that older figures never overtake newer ones. */
  const flush = async () => {
    if (saving.peek() === 'waiting' || saving.peek() === 'failed') await keep({})
  }
  const keepSoon = () => {
    if (saving.peek() !== 'saving') saving.value = 'waiting'
    stop()
    stop = clock.after(PAUSE_MS, () => void flush())
  }
  async function loadDefaults(): Promise<void> {
    if (own === null) return
    try {
      const reply = await api(dealDefaults, {})
      base = seeded(deal, reply.assumptions)
      if (!isChanged.peek()) given.value = base
    } catch (error) {
      // Ours stand in for theirs.
      if (!(error instanceof ApiError)) throw error
    }
  }
  return {
    assumptions,
    outputs: computed(() => calculate(assumptions.value)),
    isFeeKnown: computed(() => !Number.isNaN(assumptions.value.platform_fee)),
    saving,
    isChanged,
    set(key, value) {
      given.value = { ...given.peek(), [key]: value }
      isChanged.value = true
      if (own !== null) keepSoon()
    },
    reset() {
      given.value = base
      isChanged.value = false
      if (own !== null) void keep({})
    },
    async keepAsDefaults() {
      await keep({ as_default: true })
      // That call has put the defaults in the place of all that was kept with this deal.
      if (saving.peek() !== 'failed') await keep({})
    },
    loadDefaults,
    flush,
    follow(next) {
      const wasOwn = own !== null
      own = next.own
      if (wasOwn || own === null) return
      if (isChanged.peek()) keepSoon()
      else if (own.assumptions) {
        given.value = cleaned({ ...base, ...own.assumptions })
        isChanged.value = true
      }
      void loadDefaults()
    },
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

function putIn(given: Assumptions, without: readonly AssumptionKey[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([key, value]) => !(Number.isNaN(value) || without.some((special) => special === key)),
    ),
  )
}
