/** One buy box on "My buy box": its name, criteria, notices and target markets. Each change is sent at once. Without React. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { createTargetMarkets, type TargetMarkets } from '#marketplace/buyer/ui/place-select/target-markets.ts'
import { type FormErrors, formMessage, NO_ERRORS, sayFailure } from '#marketplace/kit/attempt.ts'
import { ApiError, isOutcomeUnknown } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { type BuyBoxWire, type CriterionWire, updateBuyBox } from '#shared/contract/buy-box.ts'
import type { Log } from '#shared/lib/log.ts'

export type BoxChange = Partial<Pick<BuyBoxWire, 'name' | 'is_paused' | 'notify' | 'criteria'>>

export interface BoxModel {
  readonly id: number
  readonly box: ReadonlySignal<BuyBoxWire>
  readonly markets: TargetMarkets
  readonly isSaving: ReadonlySignal<boolean>
  readonly problem: ReadonlySignal<string | null>
  /** The same by field: a criterion is named by its key, e.g. `price.max`. */
  readonly errors: ReadonlySignal<FormErrors>
  /** Takes what was loaded anew. */
  adopt(box: BuyBoxWire): void
  /** True when the server took it; else `problem` says why and nothing has changed. One change goes after the other. */
  save(change: BoxChange): Promise<boolean>
  /** Adds the criterion or takes the place of the one with its key. */
  setCriterion(criterion: CriterionWire): Promise<boolean>
  removeCriterion(key: CriterionWire['key']): Promise<boolean>
  forgetProblem(): void
}

export interface BoxDeps {
  api: Api
  log: Log
  /** Target markets were added or removed. */
  onMarkets: () => void
  /** A list that is being loaded may be older than what is known now; without an answer so is what is known. */
  onSettled: (isKnown: boolean) => void
}

export function createBox(first: BuyBoxWire, { api, log, onMarkets, onSettled }: BoxDeps): BoxModel {
  const box = signal(first)
  const isSaving = signal(false)
  const errors = signal(NO_ERRORS)
  /** A list came while a change was on its way: which of the two is newer nobody knows. */
  let isSkipped = false
  const markets = createTargetMarkets({
    api,
    log,
    boxId: first.id,
    onChanged() {
      onMarkets()
      onSettled(!isSkipped)
    },
    onDoubt: () => onSettled(false),
  })
  markets.adopt(first.geotags)

  let last: Promise<boolean> = Promise.resolve(true)

  /** `change` is made when its turn comes, of what the change before it has left. */
  function inTurn(change: () => BoxChange): Promise<boolean> {
    last = isSaving.peek() ? last.then(() => send(change())) : send(change())
    return last
  }

  async function send(change: BoxChange): Promise<boolean> {
    isSaving.value = true
    errors.value = NO_ERRORS
    try {
      const reply = await api(updateBuyBox, { params: { box: first.id }, body: change })
      box.value = reply.data
      onSettled(!isSkipped)
      return true
    } catch (error) {
      errors.value = errorsOf(error, change.criteria ?? [])
      log.warn('Saving a buy box failed', error instanceof ApiError ? error.failure.kind : undefined)
      onSettled(!(error instanceof ApiError && isOutcomeUnknown(error.failure)))
      return false
    } finally {
      isSaving.value = false
    }
  }

  return {
    id: first.id,
    box,
    markets,
    isSaving,
    problem: computed(() => formMessage(errors.value)),
    errors,
    adopt(next) {
      box.value = next
      isSkipped = isSaving.peek() || markets.isBusy.peek()
      if (!markets.isBusy.peek()) markets.adopt(next.geotags)
    },
    save: (change) => inTurn(() => change),
    setCriterion: (criterion) =>
      inTurn(() => {
        const { criteria } = box.peek()
        const isThere = criteria.some((one) => one.key === criterion.key)
        return {
          criteria: isThere
            ? criteria.map((one) => (one.key === criterion.key ? criterion : one))
            : [...criteria, criterion],
        }
      }),
    removeCriterion: (key) =>
      inTurn(() => ({ criteria: box.peek().criteria.filter((one) => one.key !== key) })),
    forgetProblem() {
      errors.value = NO_ERRORS
    },
  }
}

function errorsOf(error: unknown, criteria: readonly CriterionWire[]): FormErrors {
  const message = saidOf(error, 'This change could not be saved. Try again.')
  const { fields } = error instanceof ApiError ? sayFailure(error.failure) : NO_ERRORS
  const byKey = Object.entries(fields).map(([name, text]) => [
    name.replace(/^criteria\.(\d+)/, (match, index) => criteria[Number(index)]?.key ?? match),
    text,
  ])
  return { fields: Object.fromEntries(byKey), message: byKey.length > 0 ? null : message }
}

/** What the server says is wrong, else our own words. A bug goes on up. */
export function saidOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) throw error
  if (error.failure.kind !== 'refused' || error.failure.status >= 500) return otherwise
  return formMessage(sayFailure(error.failure)) ?? otherwise
}
