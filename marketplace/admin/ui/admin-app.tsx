/** The console: a login, then one list after another. Plain on purpose: it is for a few people who know what they look for. */
import { useSignals } from '@preact/signals-react/runtime'
import { use, useEffect, useState } from 'react'
import type { StaffMember } from '#marketplace/admin/admin-session.ts'
import type { AppLogin } from '#marketplace/kit/login/app-login.ts'
import type { DemoSeller } from '#marketplace/kit/login/demo-logins.ts'
import { LoginScreen } from '#marketplace/kit/login/login-form.tsx'
import { SessionEnded } from '#marketplace/kit/login/session-ended.tsx'
import { ConfirmDialog } from '#marketplace/kit/two-step/confirm-gate.tsx'
import { EnrollPage } from '#marketplace/kit/two-step/step-pages.tsx'
import { LeaveDialog } from '#marketplace/kit/ui/unsaved-guard.tsx'
import { UnsavedContext } from '#marketplace/kit/use-unsaved.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { AdjustmentsTab } from './adjustments-tab.tsx'
import { BooksTab } from './books-tab.tsx'
import { BuyersTab } from './buyers-tab.tsx'
import { DepositsTab } from './deposits-tab.tsx'
import { FailedWorkTab } from './failed-work-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { LoginTab } from './login-tab.tsx'
import { ProofsTab } from './proofs-tab.tsx'
import { ReportsTab } from './reports-tab.tsx'
import { SellersTab } from './sellers-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { SetupScreen } from './setup-screen.tsx'
import { StaffTab } from './staff-tab.tsx'
import { WithdrawalsTab } from './withdrawals-tab.tsx'

const TABS = [
  ['Settings', SettingsTab],
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

export function Console({ login, demo, setupToken }: ConsoleProps) {
  useSignals()
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
  if (state.kind === 'out') return <LoginScreen title="Console" {...{ login, demo }} demoNote={DEMO_NOTE} />
  if (state.person.needs_two_step) return <EnrollPage login={login} />
  return (
    <>
      <Tabs login={login} person={state.person} />
      <ConfirmDialog gate={login.gate} />
      {state.hasEnded ? <SessionEnded login={login} email={state.person.email} /> : null}
    </>
  )
}

function Tabs({ login, person }: { login: AppLogin<StaffMember>; person: StaffMember }) {
  const [open, setOpen] = useState<(typeof TABS)[number][0]>('Settings')
  const [wanted, setWanted] = useState<typeof open | null>(null)
  const unsaved = use(UnsavedContext)
  const go = (title: typeof open) => (unsaved?.isDirty.peek() ? setWanted(title) : setOpen(title))
  const Tab = TABS.find(([title]) => title === open)?.[1] ?? SettingsTab
  useEffect(() => {
    document.title = `${open} · Console`
  }, [open])
  return (
    <div className="mx-auto grid max-w-280 gap-4 px-4 py-4">
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
        <p className="font-semibold text-md">Plat console</p>
        <span className="flex items-center gap-3 text-sm">
          {person.name}
          <Button size="sm" onClick={() => void login.logout()}>
            Log out
          </Button>
        </span>
      </header>
      <nav aria-label="Console" className="flex flex-wrap gap-1 border-line border-b pb-2">
        {TABS.map(([title]) => (
          <button
            key={title}
            type="button"
            aria-current={title === open ? 'page' : undefined}
            onClick={() => go(title)}
            className={classNames(
              'cursor-pointer rounded-md px-3 py-1.5 text-sm hover:bg-hover',
              title === open ? 'bg-active font-semibold' : 'text-text-2',
            )}
          >
            {title}
          </button>
        ))}
      </nav>
      <main className="grid gap-4">
        <h1 className="font-semibold text-2xl tracking-tight">{open}</h1>
        <Tab api={login.api} staffId={person.id} security={login.security} onLeft={login.left} />
      </main>
    </div>
  )
}
