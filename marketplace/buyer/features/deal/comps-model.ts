/** Which comparable sales count, as the reader set it: the rule, what was kept or left out by hand, and the order. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { ComparableWire } from '#shared/contract/properties.ts'
import {
  type CompChoice,
  type CompRule,
  type CompSubject,
  chooseComps,
  DEFAULT_COMP_RULE,
  type JudgedComp,
} from '#shared/rules/deals/comparables.ts'

export const COMP_SORTS = ['distance', 'sold', 'sqft', 'ppsf', 'price'] as const
export type CompSort = (typeof COMP_SORTS)[number]

export interface CompsModel {
  readonly rule: ReadonlySignal<CompRule>
  readonly choice: ReadonlySignal<CompChoice>
  readonly sort: ReadonlySignal<{ readonly key: CompSort; readonly isDescending: boolean }>
  /** In the chosen order: what counts or was left out; outliers stand apart. */
  readonly rows: ReadonlySignal<readonly JudgedComp[]>
  readonly isChanged: ReadonlySignal<boolean>
  setRule(part: Partial<CompRule>): void
  sortBy(key: CompSort): void
  /** Takes a sale in or out, whatever the rule says. */
  toggle(comp: JudgedComp): void
  reset(): void
  /** The deal as asked again, e.g. with exact distances; what the reader set stays. */
  follow(subject: CompSubject, comps: readonly ComparableWire[]): void
}

export function createCompsModel(subject: CompSubject, comps: readonly ComparableWire[]): CompsModel {
  const given = signal({ subject, comps })
  const rule = signal<CompRule>(DEFAULT_COMP_RULE)
  const byHand = signal<ReadonlyMap<number, boolean>>(new Map())
  const sort = signal<{ key: CompSort; isDescending: boolean }>({ key: 'distance', isDescending: false })
  const choice = computed(() => chooseComps(given.value.subject, given.value.comps, rule.value, byHand.value))
  return {
    rule,
    choice,
    sort,
    rows: computed(() => {
      const { key, isDescending } = sort.value
      const shown = choice.value.comps.filter(({ reason }) => reason !== 'outlier')
      const sign = isDescending ? -1 : 1
      return [...shown].sort((a, b) => sign * (measureOf(a, key) - measureOf(b, key)))
    }),
    isChanged: computed(() => byHand.value.size > 0 || rule.value !== DEFAULT_COMP_RULE),
    setRule(part) {
      rule.value = { ...rule.peek(), ...part }
    },
    sortBy(key) {
      const now = sort.peek()
      sort.value = { key, isDescending: now.key === key ? !now.isDescending : false }
    },
    toggle({ comp, reason }) {
      byHand.value = new Map(byHand.peek()).set(comp.id, reason !== null)
    },
    reset() {
      rule.value = DEFAULT_COMP_RULE
      byHand.value = new Map()
    },
    follow(next, sales) {
      given.value = { subject: next, comps: sales }
    },
  }
}

function measureOf({ comp, pricePerSqft }: JudgedComp, key: CompSort): number {
  switch (key) {
    case 'distance':
      return comp.distance_miles
    case 'sold':
      return Date.parse(comp.sold_at)
    case 'sqft':
      return comp.sq_footage ?? 0
    case 'ppsf':
      return pricePerSqft ?? 0
    case 'price':
      return comp.sold_price
  }
}
