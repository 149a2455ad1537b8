/** Sellers, and suspending one. */
import { useCallback, useState } from 'react'
import { usePages } from '#demo/console/use-pages.ts'
import { type AdminAccountWire, adminAccounts, adminSuspendAccount } from '#shared/contract/admin-people.ts'
import { Button } from '#shared/ui/button.tsx'
import type { TabProps } from './console.tsx'
import { type Decision, DecisionDialog } from './decision.tsx'
import { List, moment } from './list.tsx'
import { Search } from './search.tsx'

export function SellersTab({ api }: TabProps) {
  const [q, setQ] = useState('')
  const load = useCallback(
    (page: number) => api(adminAccounts, { query: { page, ...(q === '' ? {} : { q }) } }),
    [api, q],
  )
  const pages = usePages<AdminAccountWire>(load)
  const [decision, setDecision] = useState<Decision | null>(null)
  const ask = (row: AdminAccountWire) => {
    const isSuspended = !row.suspended_at
    setDecision({
      title: isSuspended ? `Suspend ${nameOf(row)}` : `Let ${nameOf(row)} act again`,
      action: isSuspended ? 'Suspend' : 'Release',
      about: isSuspended
        ? 'Its people are logged out and its deals are taken down.'
        : 'Its people can log in again and list its deals anew.',
      run: async (reason) => {
        await api(adminSuspendAccount, {
          params: { account: row.id },
          body: { is_suspended: isSuspended, reason },
        })
        pages.reload()
      },
    })
  }
  return (
    <>
      <Search label="Name of a seller" onSearch={setQ} />
      <List
        pages={pages}
        columns={['Seller', 'Deals listed', 'State', 'Decide']}
        empty="No seller has this name."
        keyOf={({ id }) => id}
        cells={(row) => [
          <a key="title" href={`/company/${row.id}`} target="_blank" rel="noopener" className="underline">
            {nameOf(row)}
          </a>,
          row.active_deals,
          row.suspended_at
            ? `suspended ${moment(row.suspended_at)}`
            : row.is_verified
              ? 'verified'
              : 'active',
          <Button key="act" size="sm" onClick={() => ask(row)}>
            {row.suspended_at ? 'Release' : 'Suspend'}
          </Button>,
        ]}
      />
      {decision ? <DecisionDialog decision={decision} onClose={() => setDecision(null)} /> : null}
    </>
  )
}

/** Some have no name yet. */
const nameOf = ({ id, title }: AdminAccountWire): string => title.trim() || `Seller ${id}`
