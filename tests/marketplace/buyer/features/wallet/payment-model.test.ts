import { expect, test } from 'vitest'
import { createCards, preferredCard } from '#marketplace/buyer/features/wallet/cards-model.ts'
import { createDepositModel } from '#marketplace/buyer/features/wallet/deposit-model.ts'
import { createPaymentModel } from '#marketplace/buyer/features/wallet/payment-model.ts'
import { completePayment, getPayment } from '#shared/contract/money.ts'
import { createFakeApi, OFFLINE, refused, type Scripted, scriptedApi } from '#tests/support/fake-api.ts'

const payment = (state: string, more: object = {}): Scripted => ({
  data: {
    id: 3,
    purpose: 'top_up',
    amount_cents: 50_000,
    state,
    created_at: '2025-06-10T15:00:00Z',
    ...more,
  },
})

function model(answers: Scripted[]) {
  const { api, calls, names } = scriptedApi(answers)
  let settledTimes = 0
  const made = createPaymentModel({ api, paymentId: 3, settled: () => void settledTimes++ })
  return { model: made, calls, names, settledTimes: () => settledTimes }
}

const stateOf = ({ model: { state } }: ReturnType<typeof model>) =>
  state.value.phase === 'ready' ? state.value.value.state : state.value.phase

test('a payment that waits is seen to settle, once', async () => {
  const world = model([payment('pending'), payment('pending'), payment('succeeded'), payment('succeeded')])
  await world.model.load()
  await world.model.look()
  expect([stateOf(world), world.settledTimes()]).toEqual(['pending', 0])
  await world.model.look()
  await world.model.look()
  expect([stateOf(world), world.settledTimes()]).toEqual(['succeeded', 1])
})

test('a look that is not answered leaves what is known', async () => {
  const world = model([payment('pending'), OFFLINE])
  await world.model.load()
  await world.model.look()
  expect(stateOf(world)).toBe('pending')
})

test('one that the card service did not answer is asked for there, until it is known', async () => {
  const world = model([payment('started'), payment('started'), payment('succeeded'), payment('succeeded')])
  await world.model.load()
  await world.model.look()
  await world.model.look()
  await world.model.look()
  expect(world.names()).toEqual(['getPayment', 'completePayment', 'completePayment', 'getPayment'])
  expect([stateOf(world), world.settledTimes()]).toEqual(['succeeded', 1])
})

test('while the card service is asked, a look only reads; an old answer does not undo what has ended', async () => {
  let answer = (_: Scripted) => {}
  const slow = new Promise<Scripted>((resolve) => {
    answer = resolve
  })
  const world = model([payment('started'), slow, payment('started'), payment('succeeded')])
  await world.model.load()
  const asking = world.model.look()
  await expect.poll(() => world.calls.length).toBe(2)
  await world.model.look()
  await world.model.look()
  expect(world.names()).toEqual(['getPayment', 'completePayment', 'getPayment', 'getPayment'])
  answer(payment('started'))
  await asking
  expect([stateOf(world), world.settledTimes()]).toEqual(['succeeded', 1])
})

test('a call about it that got no answer is followed by one that may take longer', async () => {
  const server = createFakeApi()
  server.on(getPayment, { data: { id: 3, state: 'started' } })
  server.on(completePayment, { kind: 'timeout' })
  const made = createPaymentModel({ api: server.api, paymentId: 3, settled: () => {} })
  await made.load()
  for (let looks = 0; looks < 4; looks++) await made.look()
  expect(server.of(completePayment).map(({ options }) => options.timeoutMs)).toEqual([
    20_000, 40_000, 60_000, 60_000,
  ])
})

test('after the bank’s step the server is asked, with the step’s own token', async () => {
  const world = model([payment('requires_action'), payment('declined', { decline_code: 'action_failed' })])
  await world.model.load()
  await world.model.complete('result-1')
  expect(world.calls.at(-1)).toMatchObject({
    name: 'completePayment',
    params: { payment: 3 },
    body: { result_token: 'result-1' },
  })
  expect([stateOf(world), world.settledTimes()]).toEqual(['declined', 1])
})

test('a step that could not be finished says so and can be finished again', async () => {
  const world = model([payment('requires_action'), OFFLINE, payment('succeeded')])
  await world.model.load()
  await world.model.complete()
  expect([stateOf(world), world.model.problem.value]).toEqual([
    'requires_action',
    'Plat cannot be reached. Nothing is lost: try again in a moment.',
  ])
  await world.model.complete()
  expect([stateOf(world), world.model.problem.value]).toEqual(['succeeded', null])
})

const card = (id: number, is_default = false) => ({
  id,
  brand: 'visa',
  last_four: '4417',
  exp_month: 9,
  exp_year: 2027,
  is_default,
})

test('a card that is refused keeps the list and says the reason of its token', async () => {
  const refusal = { message: 'Invalid.', errors: { token: ['The card was declined.'] } }
  const { api } = scriptedApi([{ data: [card(1, true)] }, refused(422, refusal.message, { ...refusal })])
  const cards = createCards(api)
  await cards.load()
  expect(await cards.add('tok_1')).toBeNull()
  expect([cards.problem.value, cards.state.value.phase]).toEqual(['The card was declined.', 'ready'])
})

test('a card in the place of another goes out with its token alone', async () => {
  const { api, calls } = scriptedApi([{ data: card(2) }, { data: [card(2)] }])
  const added = await createCards(api).add('tok_2', 1)
  expect([added?.id, calls[0]?.body]).toEqual([2, { token: 'tok_2', replaces: 1 }])
})

test('a payment begins with the default card', () => {
  expect(preferredCard([card(1), card(2, true)])?.id).toBe(2)
  expect(preferredCard([card(1)])?.id).toBe(1)
  expect(preferredCard([])).toBeNull()
})

test('a refund that is refused says why, and what is shown is asked for again', async () => {
  const { api } = scriptedApi([refused(409, 'An active offer depends on it.', { code: 'active_offers' })])
  let changes = 0
  const deposit = createDepositModel({ api, customerId: 7, changed: () => void changes++ })
  expect(await deposit.askBack(12)).toBeNull()
  expect([deposit.problem.value, changes]).toEqual(['An active offer depends on it.', 1])
})
