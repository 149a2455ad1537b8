/** The console: a login, then one list after another. Plain on purpose: it is for a few people who know what they look for. */

import { useSignals } from '@preact/signals-react/runtime'
import { use, useCallback, useMemo, useRef, useState } from 'react'
import type { StaffMember } from '#marketplace/admin/admin-session.ts'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { BRAND, LOGO } from '#marketplace/kit/brand.ts'
import type { AppLogin } from '#marketplace/kit/login/app-login.ts'
import type { DemoSeller } from '#marketplace/kit/login/demo-logins.ts'
import { Devices } from '#marketplace/kit/login/devices.tsx'
import { LoginScreen } from '#marketplace/kit/login/login-form.tsx'
import { SessionEnded } from '#marketplace/kit/login/session-ended.tsx'
import { ConfirmDialog } from '#marketplace/kit/two-step/confirm-gate.tsx'
import { ResetButton } from '#marketplace/kit/two-step/reset-button.tsx'
import { SecurityPanel } from '#marketplace/kit/two-step/security-panel.tsx'
import { EnrollPage } from '#marketplace/kit/two-step/step-pages.tsx'
import { AwayStrip } from '#marketplace/kit/ui/away-strip.tsx'
import { BrandMark } from '#marketplace/kit/ui/brand-mark.tsx'
import { ConnectionContext } from '#marketplace/kit/ui/load-failed.tsx'
import { LeaveDialog } from '#marketplace/kit/ui/unsaved-guard.tsx'
import { TitleContext, ViewHeading } from '#marketplace/kit/ui/view-heading.tsx'
import { UnsavedContext } from '#marketplace/kit/use-unsaved.ts'
import { useViewFocus } from '#marketplace/kit/view-focus.ts'
import { adminSessionCalls } from '#shared/contract/login-calls.ts'
import { adminResetStaff, adminStaff, type TeammateWire } from '#shared/contract/two-step.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { useScrollToCurrent } from '#shared/ui/scroll-to-current.ts'
import { AdjustmentsTab } from './adjustments-tab.tsx'
import { BooksTab } from './books-tab.tsx'
import { BuyersTab } from './buyers-tab.tsx'
import { DepositsTab } from './deposits-tab.tsx'
import { FailedWorkTab } from './failed-work-tab.tsx'
import { InstallationTab } from './installation-tab.tsx'
import { List } from './list.tsx'
import { LogTab } from './log-tab.tsx'
import { ProofsTab } from './proofs-tab.tsx'
import { ReportsTab } from './reports-tab.tsx'
import { SellersTab } from './sellers-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { SetupScreen } from './setup-screen.tsx'
import type { OwnTabProps } from './tab-props.ts'
import { WithdrawalsTab } from './withdrawals-tab.tsx'

/** The staff, and resetting the two-step login of a colleague who has lost everything. */
function StaffTab({ api, staffId }: OwnTabProps) {
  const load = useCallback(() => api(adminStaff, {}), [api])
  const pages = usePages<TeammateWire>(load)
  const reset = ({ id }: TeammateWire) =>
    api(adminResetStaff, { params: { staff: id } }).finally(pages.reload)
  return (
    <>
      <p className="text-sm text-text-2">
        To add a member of staff, run <code>plat staff add</code> on the server.
      </p>
      <List
        pages={pages}
        columns={['Name', 'Email', 'Two-step login', 'Actions']}
        empty="No staff."
        keyOf={({ id }) => id}
        cells={(row) => [
          row.id === staffId ? `${row.name} (you)` : row.name,
          row.email,
          row.has_two_step ? 'On' : 'Off',
          <ResetButton
            key="reset"
            name={row.name}
            isDisabled={!row.has_two_step || row.id === staffId}
            onReset={() => reset(row)}
          >
            Reset
          </ResetButton>,
        ]}
      />
    </>
  )
}

/** How staff log in: two-step login, and their logged-in devices. */
function LoginTab({ api, security, onLeft }: OwnTabProps) {
  const calls = useMemo(
    () => ({
      list: async () => (await api(adminSessionCalls.sessions, {})).data,
      end: (session: number) => api(adminSessionCalls.endSession, { params: { session } }),
      endAll: () => api(adminSessionCalls.endSessions, {}),
    }),
    [api],
  )
  return (
    <div className="grid max-w-160 gap-8">
      <section aria-labelledby="two-step" className="grid gap-3">
        <h2 id="two-step" className="font-semibold text-md">
          Two-step login
        </h2>
        <SecurityPanel model={security} />
      </section>
      <section aria-labelledby="devices" className="grid gap-3">
        <h2 id="devices" className="font-semibold text-md">
          Your devices
        </h2>
        <Devices calls={calls} onLeft={onLeft} />
      </section>
    </div>
  )
}

const TABS = [
  ['Settings', SettingsTab],
  ['Installation', InstallationTab],
  ['Deposits', DepositsTab],
  ['Books', BooksTab],
  ['Adjustments', AdjustmentsTab],
  ['Withdrawals', WithdrawalsTab],
  ['Reports', ReportsTab],
  ['Sellers', SellersTab],
  ['Buyers', BuyersTab],
  ['Proofs of funds', ProofsTab],
  ['Failed work', FailedWorkTab],
  ['Log', LogTab],
  ['Staff', StaffTab],
  ['My login', LoginTab],
] as const

interface ConsoleProps {
  login: AppLogin<StaffMember>
  /** While there is no staff: makes the first one. */
  setupToken: string | null
  /** The demo's staff. */
  demo: Promise<readonly DemoSeller[]>
}

const DEMO_NOTE = 'Demo: the staff below work without two-step login. Real installations require it.'

const titleOf = (view: string) => `${view} · Console`

export const Console = (props: ConsoleProps) => (
  <TitleContext value={titleOf}>
    <Screen {...props} />
  </TitleContext>
)

function Screen({ login, demo, setupToken }: ConsoleProps) {
  useSignals()
  const hasEntered = useRef(false)
  const [setup, setSetup] = useState(setupToken)
  const state = login.state.value
  if (state.kind === 'asking')
    return (
      <p role="status" className="sr-only">
        Loading
      </p>
    )
  if (state.kind === 'out' && setup !== null)
    return <SetupScreen token={setup} login={login} onDone={() => setSetup(null)} />
  if (state.kind === 'out') {
    hasEntered.current = true
    return <LoginScreen title="Console" login={login} demo={demo} demoNote={DEMO_NOTE} />
  }
  if (state.person.needs_two_step) return <EnrollPage login={login} />
  return (
    <>
      <AwayStrip connection={login.connection} className="sticky top-0 z-10" />
      <ConnectionContext value={login.connection}>
        <Tabs login={login} person={state.person} hasEntered={hasEntered.current} />
      </ConnectionContext>
      <ConfirmDialog gate={login.gate} />
      {state.hasEnded ? <SessionEnded login={login} email={state.person.email} /> : null}
    </>
  )
}

interface TabsProps {
  login: AppLogin<StaffMember>
  person: StaffMember
  /** The login was shown before. */
  hasEntered: boolean
}

function Tabs({ login, person, hasEntered }: TabsProps) {
  const [open, setOpen] = useState<(typeof TABS)[number][0]>('Settings')
  const [wanted, setWanted] = useState<typeof open | null>(null)
  const row = useRef<HTMLElement>(null)
  useScrollToCurrent(row, open)
  const unsaved = use(UnsavedContext)
  const go = (title: typeof open) => (unsaved?.isDirty.peek() ? setWanted(title) : setOpen(title))
  const Tab = TABS.find(([title]) => title === open)?.[1] ?? SettingsTab
  useViewFocus(open, hasEntered)
  return (
    <div className="mx-auto grid max-w-280 grid-cols-[minmax(0,1fr)] gap-4 px-4 py-4">
      {wanted === null ? null : (
        <LeaveDialog
          onLeave={() => {
            setOpen(wanted)
            setWanted(null)
          }}
          onStay={() => setWanted(null)}
        />
      )}
      <header className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-2 font-semibold text-md">
          {LOGO === null ? null : <BrandMark />} {BRAND} console
        </p>
        <span className="flex items-center gap-3 text-sm">
          {person.name}
          <Button size="sm" onClick={() => void login.logout()}>
            Log out
          </Button>
        </span>
      </header>
      <nav
        aria-label="Console"
        ref={row}
        className="flex gap-1 overflow-x-auto border-line border-b pb-2 [scrollbar-width:none] desk:flex-wrap"
      >
        {TABS.map(([title]) => (
          <button
            key={title}
            type="button"
            aria-current={title === open ? 'page' : undefined}
            onClick={() => go(title)}
            className={classNames(
              'cursor-pointer whitespace-nowrap rounded-md px-3 py-1.5 text-sm desk:px-2 hover:bg-hover',
              title === open ? 'bg-active font-semibold' : 'text-text-2',
            )}
          >
            {title}
          </button>
        ))}
      </nav>
      <main className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ViewHeading name={open} className="font-semibold text-2xl tracking-tight" />
        <Tab
          api={login.api}
          staffId={person.id}
          security={login.security}
          session={{ csrf: login.csrf, ...login.renewal }}
          onLeft={login.left}
        />
      </main>
    </div>
  )
}
