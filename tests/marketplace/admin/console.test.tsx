// @vitest-environment happy-dom
/** What the pages of the console show: the log in words, a failure once, and what tells two rows apart. */
import { expect, test, vi } from 'vitest'
import type { StaffMember } from '#marketplace/admin/admin-session.ts'
import { actionLabel } from '#marketplace/admin/audit-labels.ts'
import { BuyersTab } from '#marketplace/admin/ui/buyers-tab.tsx'
import { DepositsTab } from '#marketplace/admin/ui/deposits-tab.tsx'
import { FailedWorkTab } from '#marketplace/admin/ui/failed-work-tab.tsx'
import { InstallationTab } from '#marketplace/admin/ui/installation-tab.tsx'
import { LogTab } from '#marketplace/admin/ui/log-tab.tsx'
import { ReportsTab } from '#marketplace/admin/ui/reports-tab.tsx'
import { SellersTab } from '#marketplace/admin/ui/sellers-tab.tsx'
import { SetupScreen } from '#marketplace/admin/ui/setup-screen.tsx'
import type { OwnTabProps } from '#marketplace/admin/ui/tab-props.ts'
import type { AppLogin } from '#marketplace/kit/login/app-login.ts'
import { adminAudit, adminCheckSetup } from '#shared/contract/admin.ts'
import { adminDeposits } from '#shared/contract/admin-money.ts'
import { adminAccounts, adminCustomers, adminDuplicates } from '#shared/contract/admin-people.ts'
import { AUDIT_ACTIONS } from '#shared/contract/audit-actions.ts'
import { createFakeApi, nothing, OFFLINE, refused } from '#tests/support/fake-api.ts'
import { buttonNamed, doing, render } from '#tests/support/render.tsx'

const texts = (box: Element, of: string) =>
  [...box.querySelectorAll(of)].map(({ textContent }) => textContent)

test('the log says in words what was done and with which values, and shows no empty ones', async () => {
  const entry = {
    id: 1,
    at: '2026-11-02T09:00:00Z',
    actor_kind: 'staff',
    actor: 'Avery Lane',
    action: 'staff.login',
    subject_kind: 'staff',
    subject_id: 1,
    after: { factor: 'password', amount_cents: 125_000, wallet_cents: -50 },
  }
  const unknown = { ...entry, id: 2, action: 'deposit.set_aside', before: {}, ip: '203.0.113.7' }
  const server = createFakeApi()
  server.on(adminAudit, { data: [entry, unknown] })
  const box = await render(<LogTab api={server.api} />)
  await expect.poll(() => texts(box, 'tbody tr')).toHaveLength(2)
  expect(box.textContent).not.toMatch(/staff\.login|factor|_/)
  expect(box.textContent).toContain('Logged in')
  expect(box.textContent).toContain('Deposit: set aside')
  expect(texts(box.querySelector('tbody tr') as Element, 'li')).toEqual([
    'Login method: password',
    'Amount: $1,250.00',
    'Wallet: −$0.50',
  ])
  const empty = [...box.querySelectorAll('td')].filter(
    (cell) => cell.querySelector('div')?.textContent === '',
  )
  expect(empty).toHaveLength(3)
  for (const cell of empty) expect(cell.className).toContain('max-desk:hidden')
})

test.each(AUDIT_ACTIONS)('the log has words for the action %s', (action) => {
  const [subject = '', done = ''] = action.split('.')
  const raw = `${subject}: ${done}`.replaceAll('_', ' ')
  expect(actionLabel(action).toLowerCase()).not.toBe(raw)
})

test.each([
  ['wallet.decline_adjustment', 'Declined a wallet adjustment'],
  ['offer.expire', 'An offer expired'],
  ['identity.success', 'Approved an identity check'],
  ['report.kept', 'Kept what was reported'],
])('the log says for %s: %s', (action, words) => expect(actionLabel(action)).toBe(words))

test('the log names a changed setting as the settings do, with its value in their unit', async () => {
  const entry = {
    at: '2026-11-02T09:00:00Z',
    actor_kind: 'staff',
    actor: 'Avery Lane',
    action: 'setting.change',
  }
  const changed = (id: number, name: string, before: number, after: number) => {
    const subject = { subject_kind: `setting ${name}`, subject_id: null }
    return { ...entry, ...subject, id, before: { value: before }, after: { value: after } }
  }
  const server = createFakeApi()
  server.on(adminAudit, {
    data: [
      changed(1, 'platform_fee_cents', 99_700, 105_000),
      changed(2, 'sellers_join', 0, 1),
      changed(3, 'takes_top_ups', 1, 0),
      changed(4, 'offers_per_deposit_limit', 4, 6),
    ],
  })
  const box = await render(<LogTab api={server.api} />)
  await expect.poll(() => texts(box, 'tbody tr')).toHaveLength(4)
  const said = [...box.querySelectorAll('tbody tr')].map((row) => texts(row, 'td > div').slice(3, 6))
  expect(said).toEqual([
    ['Platform fee', '$997', '$1,050'],
    ['How sellers join', 'By invitation', 'After approval'],
    ['Accept top-ups', 'Yes', 'No'],
    ['Active offers on one deposit', '4', '6'],
  ])
})

test('whether a deposit is kept is decided by another person, after the time to object', async () => {
  const forfeit = (is_own: boolean, decided_after: string) => ({
    id: is_own ? 1 : decided_after.startsWith('2000') ? 3 : 2,
    state: 'current' as const,
    amount_cents: 50_000,
    customer: { id: 1, name: 'Dana', email: 'dana@example.com' },
    forfeit: { reason: 'Walked away.', proposed_by: 'Avery Lane', is_own, decided_after },
  })
  const server = createFakeApi()
  const [past, later] = ['2000-01-01T00:00:00Z', '2999-01-01T00:00:00Z']
  server.on(adminDeposits, { data: [forfeit(true, past), forfeit(false, later), forfeit(false, past)] })
  const box = await render(<DepositsTab api={server.api} />)
  await expect.poll(() => texts(box, 'tbody tr')).toHaveLength(3)
  const said = [...box.querySelectorAll('tbody tr')].map((row) => {
    const button = [...row.querySelectorAll('button')].find(({ textContent }) => textContent === 'Keep it')
    return button
      ? button.disabled
        ? 'later'
        : 'now'
      : row.textContent?.match(/Another member of staff decides/)?.[0]
  })
  expect(said).toEqual(['Another member of staff decides', 'later', 'now'])
})

test('the dialog of a decision says how many characters its field needs', async () => {
  const server = createFakeApi({ others: nothing })
  server.on(adminAccounts, { data: [{ id: 1, suspended_at: null, is_verified: false }] })
  const box = await render(<SellersTab api={server.api} />)
  await expect.poll(() => texts(box, 'button')).toContain('Verify')
  await doing(() => buttonNamed(box, 'Verify').click())
  await expect
    .poll(() => texts(document.body, 'dialog label'))
    .toEqual(['What you checked, at least 10 characters'])
})

test('a suspended seller is reinstated: the button, the dialog and the log use one word', async () => {
  const server = createFakeApi({ others: nothing })
  server.on(adminAccounts, { data: [{ id: 1, title: 'Lone Star', suspended_at: '2026-11-02T09:00:00Z' }] })
  const box = await render(<SellersTab api={server.api} />)
  await expect.poll(() => texts(box, 'tbody button')).toContain('Reinstate')
  await doing(() => buttonNamed(box, 'Reinstate').click())
  const dialog = await vi.waitUntil(() => document.querySelector('dialog'))
  expect(texts(dialog, 'h2')).toEqual(['Reinstate Lone Star'])
  expect(texts(dialog, 'button')).toContain('Reinstate')
  expect(actionLabel('account.release')).toBe('Reinstated a seller')
})

test('the state of a deposit, a seller and a buyer is said in sentence case', async () => {
  const server = createFakeApi({ others: nothing })
  server.on(adminDeposits, { data: [{ id: 1, state: 'refund_requested' }] })
  const checked = { suspended_at: null }
  server.on(adminAccounts, {
    data: [
      { ...checked, id: 1, is_verified: true },
      { ...checked, id: 2, is_verified: false },
    ],
  })
  server.on(adminCustomers, {
    data: [
      { id: 1, idv_status: null },
      { id: 2, idv_status: 'needs_review' },
    ],
  })
  const { api } = server
  const deposits = await render(<DepositsTab api={api} />)
  await expect.poll(() => texts(deposits, 'td div')).toContain('Refund requested')
  const sellers = await render(<SellersTab api={api} />)
  await expect.poll(() => texts(sellers, 'td div')).toEqual(expect.arrayContaining(['Verified', 'Active']))
  const buyers = await render(<BuyersTab api={api} />)
  await expect
    .poll(() => texts(buyers, 'td div'))
    .toEqual(expect.arrayContaining(['Not started', 'Needs review']))
})

test('on a new installation the lists of sellers and buyers say that there are none, and not that a search found none', async () => {
  const server = createFakeApi({ others: nothing })
  const sellers = await render(<SellersTab api={server.api} />)
  await expect.poll(() => texts(sellers, 'p')).toContain('No sellers yet. Invite the first one above.')
  const buyers = await render(<BuyersTab api={server.api} />)
  await expect.poll(() => texts(buyers, 'p')).toContain('No buyers yet.')
  for (const [box, words] of [
    [sellers, 'No seller has this name.'],
    [buyers, 'No buyer has this name or email.'],
  ] as const) {
    const input = box.querySelector<HTMLInputElement>('input[type=search]')
    await doing(() => {
      if (input) input.value = 'zed'
      buttonNamed(box, 'Search').click()
    })
    await expect.poll(() => texts(box, 'p')).toContain(words)
  }
  const again = await render(<BuyersTab api={server.api} />)
  await doing(() => again.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
  await expect.poll(() => texts(again, 'p')).toContain('No identity checks are waiting.')
})

test('failed work that could not be loaded says so once', async () => {
  const server = createFakeApi()
  server.failure = OFFLINE
  const box = await render(<FailedWorkTab api={server.api} />)
  await expect.poll(() => texts(box, '[role=alert] + button')).toEqual(['Try again'])
  expect(box.textContent?.match(/cannot be reached|no connection/g)).toHaveLength(1)
})

test('deals of one parcel can be told apart, also with the same address and seller', async () => {
  const deal = { name: '5523 Larkspur Bend', account: 'Lone Star' }
  const deals = [7, 9].map((id) => ({ ...deal, id, url: `https://plat.example/property/${id}` }))
  const server = createFakeApi({ others: nothing })
  server.on(adminDuplicates, { data: [{ parcel: '48-201-1', deals }] })
  const box = await render(<ReportsTab api={server.api} />)
  await expect.poll(() => new Set(texts(box, 'tbody li')).size).toBe(2)
})

test('the logo is chosen with a button', async () => {
  const { api } = createFakeApi({ others: nothing })
  const props = { api, session: {} } as unknown as OwnTabProps
  const box = await render(<InstallationTab {...props} />)
  await expect.poll(() => texts(box, 'button')).toContain('Choose a logo')
  const input = box.querySelector<HTMLInputElement>('input[type=file]')
  let clicks = 0
  input?.addEventListener('click', () => clicks++)
  await doing(() => buttonNamed(box, 'Choose a logo').click())
  expect([clicks, input?.hidden]).toEqual([1, true])
})

const OVER = 'This link has expired or was used before.'
const GONE = refused(410, OVER, { code: 'setup_over' })

test.each([
  ['was used', GONE, [OVER], 0],
  ['works', {}, [], 3],
] as const)('the page of a set-up link that %s', async (_name, answer, alerts, fields) => {
  let isDone = false
  const server = createFakeApi()
  server.on(adminCheckSetup, answer)
  const login = { api: server.api } as unknown as AppLogin<StaffMember>
  const box = await render(<SetupScreen token="gone" login={login} onDone={() => (isDone = true)} />)
  await expect.poll(() => texts(box, 'button')).toEqual([fields === 0 ? 'Log in' : 'Create login'])
  expect([texts(box, '[role=alert]').filter(Boolean), texts(box, 'input')]).toEqual([
    alerts,
    Array.from({ length: fields }, () => ''),
  ])
  if (fields > 0) return
  await doing(() => buttonNamed(box, 'Log in').click())
  expect(isDone).toBe(true)
})
