/** Paying a wallet out: which way the money goes, the bank account for what no card takes, and what confirms that it is its owner. No React. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { attempt, formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import type { Api } from '#shared/api/client.ts'
import type { BankAccountWire } from '#shared/contract/bank-account.ts'
import { sendActionCode } from '#shared/contract/profile.ts'
import { getWithdrawalRoutes } from '#shared/contract/withdrawals.ts'
import { type Split, splitWithdrawal } from '#shared/rules/money/withdrawal.ts'

export interface PayoutCard {
  readonly name: { readonly brand: string; readonly last_four: string }
  readonly amountCents: number
}

export interface PayoutRoutes {
  readonly balanceCents: number
  readonly cards: readonly PayoutCard[]
  readonly confirmBy: 'password' | 'code'
}

export interface PayoutModel {
  readonly routes: Resource<PayoutRoutes>
  readonly bank: Readonly<Record<keyof BankAccountWire, Signal<string>>>
  readonly password: Signal<string>
  readonly code: Signal<string>
  readonly isCodeSent: ReadonlySignal<boolean>
  readonly isSendingCode: ReadonlySignal<boolean>
  /** Why no code was sent. */
  readonly codeProblem: ReadonlySignal<string | null>
  /** Null until the routes are there. */
  split(amountCents: number): Split<PayoutCard> | null
  sendCode(): Promise<void>
  /** What a call says of the bank account; empty when cards take all. */
  terms(amountCents: number): { bank?: BankAccountWire; code?: string; password?: string }
}

export function createPayout(api: Api, customer: number): PayoutModel {
  const routes = createResource(async (): Promise<PayoutRoutes> => {
    const { data } = await api(getWithdrawalRoutes, { params: { customer } })
    return {
      balanceCents: data.balance_cents,
      cards: data.cards.map(({ brand, last_four, amount_cents }) => ({
        name: { brand, last_four },
        amountCents: amount_cents,
      })),
      confirmBy: data.confirm_by,
    }
  })
  const known = computed(() => (routes.state.value.phase === 'ready' ? routes.state.value.value : null))
  const bank = { holder: signal(''), routing_number: signal(''), account_number: signal('') }
  const password = signal('')
  const code = signal('')
  const isCodeSent = signal(false)
  const isSendingCode = signal(false)
  const codeProblem = signal<string | null>(null)
  const split = (amountCents: number) =>
    known.value === null ? null : splitWithdrawal(amountCents, known.value.cards)

  return {
    routes,
    bank,
    password,
    code,
    isCodeSent,
    isSendingCode,
    codeProblem,
    split,
    async sendCode() {
      isSendingCode.value = true
      const result = await attempt(api(sendActionCode, { params: { customer, channel: 'email' } }))
      isSendingCode.value = false
      isCodeSent.value = result.kind === 'done'
      codeProblem.value = result.kind === 'done' ? null : formMessage(sayFailure(result.failure))
    },
    terms(amountCents) {
      if ((split(amountCents)?.bankCents ?? 0) === 0) return {}
      const account = {
        holder: bank.holder.peek().trim(),
        routing_number: bank.routing_number.peek().replace(/\s/g, ''),
        account_number: bank.account_number.peek().replace(/\s/g, ''),
      }
      return known.peek()?.confirmBy === 'code'
        ? { bank: account, code: code.peek().trim() }
        : { bank: account, password: password.peek() }
    },
  }
}
