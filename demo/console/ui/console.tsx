/** The console: a login, then one list after another. Plain on purpose: it is for a few people who know what they look for. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { ConsoleSession } from '#demo/console/console-session.ts'
import { LoginForm } from '#demo/desk/ui/login-form.tsx'
import type { Api } from '#shared/api/client.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { BooksTab } from './books-tab.tsx'
import { BuyersTab } from './buyers-tab.tsx'
import { DepositsTab } from './deposits-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { ProofsTab } from './proofs-tab.tsx'
import { ReportsTab } from './reports-tab.tsx'
import { SellersTab } from './sellers-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'

export interface TabProps {
  api: Api
}

const TABS = [
  ['Settings', SettingsTab],
  ['Deposits', DepositsTab],
  ['Books', BooksTab],
  ['Reports', ReportsTab],
  ['Sellers', SellersTab],
  ['Buyers', BuyersTab],
  ['Proofs of funds', ProofsTab],
  ['Log', LogTab],
] as const

export function Console({ session }: { session: ConsoleSession }) {
  useSignals()
  const state = session.state.value
  if (state.kind !== 'in')
    return (
      <LoginForm
        title="Console"
        isBusy={state.kind === 'busy'}
        trouble={state.kind === 'out' ? state.trouble : null}
        onLogin={session.login}
      />
    )
  return <Tabs api={state.api} name={state.name} onLogout={session.logout} />
}

function Tabs({ api, name, onLogout }: { api: Api; name: string; onLogout: () => void }) {
  const [open, setOpen] = useState<(typeof TABS)[number][0]>('Settings')
  const Tab = TABS.find(([title]) => title === open)?.[1] ?? SettingsTab
  useEffect(() => {
    document.title = `${open} · Console`
  }, [open])
  return (
    <div className="mx-auto grid max-w-280 gap-4 px-4 py-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold text-md">Plat console</p>
        <span className="flex items-center gap-3 text-sm">
          {name}
          <Button size="sm" onClick={onLogout}>
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
            onClick={() => setOpen(title)}
            className={classNames(
              'cursor-pointer rounded-md px-3 py-1.5 text-sm hover:bg-hover',
              title === open ? 'bg-selected font-semibold' : 'text-text-2',
            )}
          >
            {title}
          </button>
        ))}
      </nav>
      <main className="grid gap-4">
        <h1 className="font-semibold text-2xl tracking-tight">{open}</h1>
        <Tab api={api} />
      </main>
    </div>
  )
}
