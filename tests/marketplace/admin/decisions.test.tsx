// @vitest-environment happy-dom
/** The dialogs of the console: what they show to decide on, and what follows when somebody else decided first. */
import { expect, test, vi } from 'vitest'
import { AdjustmentsTab } from '#marketplace/admin/ui/adjustments-tab.tsx'
import { BuyersTab } from '#marketplace/admin/ui/buyers-tab.tsx'
import { DepositsTab } from '#marketplace/admin/ui/deposits-tab.tsx'
import { FailedWorkTab } from '#marketplace/admin/ui/failed-work-tab.tsx'
import { ProofsTab } from '#marketplace/admin/ui/proofs-tab.tsx'
import { ReportsTab } from '#marketplace/admin/ui/reports-tab.tsx'
import { SellersTab } from '#marketplace/admin/ui/sellers-tab.tsx'
import type { TabProps } from '#marketplace/admin/ui/tab-props.ts'
import { WithdrawalsTab } from '#marketplace/admin/ui/withdrawals-tab.tsx'
import { adminAdjustments } from '#shared/contract/adjustments.ts'
import { adminDeposits } from '#shared/contract/admin-money.ts'
import {
  adminAccounts,
  adminCustomers,
  adminDecideReport,
  adminProofs,
  adminReports,
} from '#shared/contract/admin-people.ts'
import { adminReviewEdits } from '#shared/contract/admin-review-edits.ts'
import {
  adminPayWithdrawal,
  adminTakeWithdrawal,
  adminWithdrawals,
} from '#shared/contract/admin-withdrawals.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { adminFailedWork, adminRetryWork } from '#shared/contract/failed-work.ts'
import { createFakeApi, type FakeApi, nothing, OFFLINE, refused } from '#tests/support/fake-api.ts'
import { buttonNamed, doing, render, the, type } from '#tests/support/render.tsx'

const REPORT = {
  kind: 'review' as const,
  id: 4,
  subject: 'They never wired the money.',
  author: 'Dana Whitfield',
  url: 'https://plat.example/company/1',
  reason: 'false',
  details: 'We closed on the 3rd of May.',
  reporter: 'Nora Beck',
  decision: null,
  created_at: '2026-11-02T09:00:00Z',
}
const BANK = { holder: 'Dana Whitfield', routing_number: '021000021', account_number: '000123456789' }
const WITHDRAWAL = {
  id: 9,
  amount_cents: 61_000,
  method: 'bank' as const,
  state: 'requested' as const,
  can_cancel: false,
  taken_by: 'Avery Lane',
  taken_at: '2026-11-02T09:30:00.000Z',
  is_handler: true,
  bank: BANK,
  reference: null,
  customer: { id: 3, name: 'Dana Whitfield', email: 'dana@example.com', is_deleted: false },
}

const listsOf = (server: FakeApi): void => {
  server.on(adminReports, { data: [REPORT] })
  server.on(adminWithdrawals, { data: [WITHDRAWAL], deciders: 1 })
  server.on(adminAccounts, { data: [{ id: 1, title: 'Lone Star', suspended_at: null, is_verified: false }] })
  server.on(adminDeposits, { data: [{ id: 1, state: 'current', forfeit: null }] })
  server.on(adminAdjustments, { data: [{ id: 1, state: 'proposed', is_own: false }], deciders: 1 })
  server.on(adminProofs, { data: [{ id: 1, review: 'pending' }] })
  server.on(adminCustomers, { data: [{ id: 1, idv_status: 'pending_review' }] })
  server.on(adminFailedWork, { data: [{ id: 1, state: 'given_up' }] })
}

async function opened(Tab: (props: TabProps) => React.ReactNode, button: string) {
  const server = createFakeApi({ others: nothing })
  listsOf(server)
  const box = await render(<Tab api={server.api} />)
  await vi.waitUntil(() =>
    [...box.querySelectorAll('tbody button')].some((one) => one.textContent === button),
  )
  await doing(() => buttonNamed(the(box, 'tbody'), button).click())
  return { server, box }
}

const dialog = () => the(document.body, 'dialog')
const factsOf = () =>
  [...dialog().querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent])

const DIALOGS: readonly [string, (props: TabProps) => React.ReactNode, string, string, Endpoint][] = [
  ['a report', ReportsTab, 'Remove', 'Remove', adminReports],
  ['a withdrawal', WithdrawalsTab, 'Mark as paid', 'Mark as paid', adminWithdrawals],
  ['a withdrawal that is declined', WithdrawalsTab, 'Decline', 'Decline', adminWithdrawals],
  ['a seller to suspend', SellersTab, 'Suspend', 'Suspend', adminAccounts],
  ['a seller to verify', SellersTab, 'Verify', 'Verify', adminAccounts],
  ['a deposit', DepositsTab, 'Refund', 'Refund', adminDeposits],
  ['an adjustment', AdjustmentsTab, 'Approve', 'Approve', adminAdjustments],
  ['a proof of funds', ProofsTab, 'Approve', 'Approve', adminProofs],
  ['an identity check', BuyersTab, 'Approve', 'Approve', adminCustomers],
  ['failed work', FailedWorkTab, 'Dismiss', 'Dismiss', adminFailedWork],
]

test.each(DIALOGS)(
  'somebody else decided on %s first: the dialog says so and offers it no more, and the list is read again',
  async (_name, Tab, button, action, list) => {
    const { server } = await opened(Tab, button)
    server.failure = refused(409, 'Blake Moreno has decided this already.')
    const reason = dialog().querySelector('textarea')
    if (reason) await type(reason, 'The title company confirmed it.')
    const before = server.of(list).length
    await doing(() => buttonNamed(dialog(), action).click())
    await expect
      .poll(() => the(dialog(), '[role=alert]').textContent)
      .toBe('Blake Moreno has decided this already.')
    await expect.poll(() => server.of(list).length).toBe(before + 1)
    expect(buttonNamed(dialog(), action).disabled).toBe(true)
    expect(reason?.value ?? 'The title company confirmed it.').toBe('The title company confirmed it.')
  },
)

test('a decision that got no answer can be sent again, and the list is read again, because it may have been done', async () => {
  const { server } = await opened(WithdrawalsTab, 'Mark as paid')
  await type(the<HTMLTextAreaElement>(dialog(), 'textarea'), 'Wire 8812')
  server.on(adminPayWithdrawal, OFFLINE, { data: WITHDRAWAL })
  const before = server.of(adminWithdrawals).length
  await doing(() => buttonNamed(dialog(), 'Mark as paid').click())
  await expect.poll(() => server.of(adminWithdrawals).length).toBe(before + 1)
  await doing(() => buttonNamed(dialog(), 'Mark as paid').click())
  await expect.poll(() => document.querySelector('dialog')).toBe(null)
  expect(server.of(adminPayWithdrawal).map(({ body }) => body.reference)).toEqual(['Wire 8812', 'Wire 8812'])
})

test('work that somebody else has retried leaves the list when it is tried again', async () => {
  const server = createFakeApi({ others: nothing })
  server.on(adminFailedWork, { data: [{ id: 1, state: 'given_up' }] }, { data: [] })
  server.on(adminRetryWork, refused(404, 'Not found.'))
  const box = await render(<FailedWorkTab api={server.api} />)
  await vi.waitUntil(() => box.querySelector('tbody button'))
  await doing(() => buttonNamed(box, 'Try again').click())
  await expect.poll(() => box.querySelector('tbody')).toBe(null)
  expect(the(box, '[role=alert]').textContent).toBe('Not found.')
})

test.each(['Keep', 'Remove'])(
  'the dialog to %s a reported review shows what it is, who wrote it, and who reports it why',
  async (button) => {
    const { server } = await opened(ReportsTab, button)
    expect(the(dialog(), 'h2').textContent).toBe(`${button} this review`)
    expect(factsOf()).toEqual([
      ['Review', 'They never wired the money.'],
      ['Written by', 'Dana Whitfield'],
      ['Reason', 'It is not true'],
      ['Details', 'We closed on the 3rd of May.'],
      ['Reported by', 'Nora Beck'],
      ['Reported on', expect.stringContaining('Nov 2, 2026')],
    ])
    expect(the<HTMLAnchorElement>(dialog(), 'dd a').href).toBe('https://plat.example/company/1')
    await doing(() => buttonNamed(dialog(), button).click())
    await expect
      .poll(() => server.of(adminDecideReport).map(({ body }) => body.decision))
      .toEqual([button === 'Keep' ? 'kept' : 'removed'])
  },
)

test('the dialog of a withdrawal shows the whole bank account, which the list behind it may hide', async () => {
  await opened(WithdrawalsTab, 'Mark as paid')
  expect(factsOf()).toEqual([
    ['Customer', 'Dana Whitfield, number 3'],
    ['Amount', '$610'],
    ['To', 'Dana WhitfieldRouting 021000021Account 000123456789'],
    ['Handled by', 'you'],
  ])
})

test('a withdrawal that a colleague handles can only be taken over from them, as it was when it was shown', async () => {
  const server = createFakeApi({ others: nothing })
  const theirs = { ...WITHDRAWAL, is_handler: false }
  server.on(adminWithdrawals, { data: [theirs], deciders: 1 }, { data: [WITHDRAWAL], deciders: 1 })
  const box = await render(<WithdrawalsTab api={server.api} />)
  await vi.waitUntil(() => box.querySelector('tbody button'))
  const buttons = () => [...box.querySelectorAll('tbody button')].map(({ textContent }) => textContent)
  expect(buttons()).toEqual(['Take over'])
  expect(the(box, 'tbody').textContent).toContain('Handled by Avery Lane')
  await doing(() => buttonNamed(the(box, 'tbody'), 'Take over').click())
  expect(factsOf()).toContainEqual(['Handled by', 'Avery Lane'])
  await doing(() => buttonNamed(dialog(), 'Take over').click())
  await expect.poll(buttons).toEqual(['Mark as paid', 'Decline'])
  expect(server.of(adminTakeWithdrawal)).toMatchObject([{ body: { taken_at: '2026-11-02T09:30:00.000Z' } }])
  expect(the(box, 'tbody').textContent).toContain('Handled by you')
})

test('the former texts of a changed review are asked for when staff press for them, each with its time', async () => {
  const server = createFakeApi({ others: nothing })
  listsOf(server)
  const changed = { ...REPORT, id: 5, subject_id: 71, edited_at: '2026-11-01T09:00:00Z' }
  server.on(adminReports, { data: [REPORT, changed] })
  server.on(adminReviewEdits, ({ params }) => ({
    data: [{ rating: 4, content: `Text ${params.review} as it was.`, written_at: '2026-10-30T12:00:00Z' }],
  }))
  const box = await render(<ReportsTab api={server.api} />)
  const press = () => buttonNamed(the(box, 'tbody'), 'Former texts')
  await vi.waitUntil(() => box.querySelectorAll('tbody tr').length === 2)
  const former = [...box.querySelectorAll('tbody button')].filter(
    ({ textContent }) => textContent === 'Former texts',
  )
  expect([former.length, server.of(adminReviewEdits).length]).toEqual([1, 0])
  await doing(() => press().click())
  await expect
    .poll(() => the(box, '[aria-label="Former texts"]').textContent)
    .toMatch(/^4 of 5 stars, written Oct 30, 2026, .+Text 71 as it was\.$/)
  expect(press().getAttribute('aria-expanded')).toBe('true')
  await doing(() => press().click())
  expect(box.querySelector('[aria-label="Former texts"]')).toBeNull()
})
