// @vitest-environment happy-dom
/** The audit log for the people who read it: only what changed, and no name or form of the wire. */
import { expect, test } from 'vitest'
import { LogTab } from '#marketplace/admin/ui/log-tab.tsx'
import { adminAudit } from '#shared/contract/admin.ts'
import type { AuditAction } from '#shared/contract/audit-actions.ts'
import { createFakeApi } from '#tests/support/fake-api.ts'
import { render } from '#tests/support/render.tsx'

interface Entry {
  action: AuditAction
  actor_kind?: string
  actor?: string | null
  subject_kind: string
  subject_id: number | null
  subject_name?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** The cells of the entry: who, action, subject, and the lines before and after. */
async function shown(entry: Entry) {
  const server = createFakeApi()
  const by = { actor_kind: 'staff', actor: 'Avery Lane' }
  server.on(adminAudit, { data: [{ id: 1, at: '2026-11-02T09:00:00Z', ...by, ...entry }] })
  const box = await render(<LogTab api={server.api} />)
  await expect.poll(() => box.querySelectorAll('tbody tr').length).toBe(1)
  const cells = [...box.querySelectorAll('td > div')]
  const lines = (at: number) => [...(cells[at]?.querySelectorAll('li') ?? [])].map((one) => one.textContent)
  const [who, action, subject] = cells.slice(1, 4).map(({ textContent }) => textContent)
  return { who, action, subject, before: lines(4), after: lines(5) }
}

const TERMS = {
  price_cents: 15_000_000,
  financing: 'hard_money',
  closing_on: '2026-12-20',
  contingencies: ['inspection', 'title'],
  is_assignable: false,
}

test('a move of an offer shows what it changed of the terms, with amounts as money', async () => {
  const row = await shown({
    action: 'offer.counter',
    actor_kind: 'member',
    actor: 'Nora Beck',
    subject_kind: 'offer',
    subject_id: 31,
    before: { state: 'submitted', version: 2, terms: TERMS, proof_id: 4, is_backup: false },
    after: {
      state: 'countered',
      version: 3,
      terms: { ...TERMS, price_cents: 16_250_050, closing_on: '2027-01-08', contingencies: ['title'] },
      proof_id: 4,
      is_backup: true,
      note: null,
    },
  })
  expect(row).toEqual({
    who: 'Nora Beck (seller)',
    action: 'Countered an offer',
    subject: 'Offer 31',
    before: [
      'State: submitted',
      'Version: 2',
      'Price: $150,000.00',
      'Closing: Dec 20, 2026',
      'Contingencies: inspection, title',
      'Backup: no',
    ],
    after: [
      'State: countered',
      'Version: 3',
      'Price: $162,500.50',
      'Closing: Jan 8, 2027',
      'Contingencies: title',
      'Backup: yes',
    ],
  })
})

test.each<[string, Entry, Partial<Awaited<ReturnType<typeof shown>>>]>([
  [
    'a changed installation',
    {
      action: 'installation.change',
      subject_kind: 'setting installation',
      subject_id: null,
      before: { name: 'Plat', accent: null, markets: [] },
      after: { name: 'Gulf Deals', accent: null, markets: ['TX', 'FL'] },
    },
    { subject: 'Installation', before: ['Name: Plat'], after: ['Name: Gulf Deals', 'Markets: TX, FL'] },
  ],
  [
    'a changed support contact',
    {
      action: 'support.change',
      subject_kind: 'setting support',
      subject_id: null,
      before: { email: 'help@plat.example', phone: '+17135550100' },
      after: { email: 'help@plat.example', phone: '+17135550199' },
    },
    { subject: 'Support contact', before: ['Phone: +17135550100'], after: ['Phone: +17135550199'] },
  ],
  [
    'a closing step',
    {
      action: 'offer.step',
      subject_kind: 'offer',
      subject_id: 31,
      after: { step: 'earnest_money', isDone: true, dueOn: '2026-12-04' },
    },
    { after: ['Step: earnest money', 'Done: yes', 'Due: Dec 4, 2026'] },
  ],
  [
    'public keys',
    {
      action: 'key.change',
      subject_kind: 'server_key',
      subject_id: 5,
      after: { jwks: { keys: [{ kty: 'RSA', kid: 'a', n: 'abc' }] } },
    },
    { subject: 'Key 5', after: ['Keys: 1 entry'] },
  ],
  [
    'a removed review',
    {
      action: 'report.removed',
      subject_kind: 'review',
      subject_id: 2,
      after: { report: 1, reason: 'false' },
    },
    { subject: 'Review 2', after: ['Report: 1', 'Reason: It is not true'] },
  ],
  [
    'a suspended seller',
    { action: 'account.suspend', subject_kind: 'account', subject_id: 12 },
    { action: 'Suspended a seller', subject: 'Seller 12' },
  ],
  [
    'a withdrawal that is marked as paid',
    { action: 'withdrawal.pay', subject_kind: 'customer', subject_id: 1 },
    { action: 'Marked a withdrawal as paid', subject: 'Customer 1' },
  ],
  [
    'a reset of a colleague’s login',
    { action: 'two-step.reset', subject_kind: 'staff', subject_id: 3, subject_name: 'Blake Moreno' },
    { subject: 'Blake Moreno (staff)' },
  ],
  [
    'a verified seller',
    { action: 'account.verify', subject_kind: 'account', subject_id: 12, subject_name: 'Lone Star' },
    { subject: 'Seller 12, Lone Star' },
  ],
  [
    'a wallet that was adjusted',
    {
      action: 'wallet.adjust',
      subject_kind: 'customer',
      subject_id: 4,
      after: { wallet_cents: 1_250, proposed_by: 'Blake Moreno' },
    },
    { after: ['Wallet: $12.50', 'Proposed by: Blake Moreno'] },
  ],
  [
    'a withdrawal that was taken over',
    {
      action: 'withdrawal.take_over',
      subject_kind: 'customer',
      subject_id: 4,
      before: { handled_by: 'Blake Moreno' },
    },
    { action: 'Took over a withdrawal', before: ['Handled by: Blake Moreno'] },
  ],
  [
    'a deposit that was kept',
    { action: 'deposit.forfeit', subject_kind: 'deposit', subject_id: 4 },
    { action: 'Kept a deposit' },
  ],
  [
    'an action of the system',
    { action: 'offer.expire', actor_kind: 'system', actor: null, subject_kind: 'offer', subject_id: 3 },
    { who: 'System' },
  ],
])('the log shows %s in plain words', async (_name, entry, words) => {
  expect(await shown(entry)).toMatchObject(words)
})
