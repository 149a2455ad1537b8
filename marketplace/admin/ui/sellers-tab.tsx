/** Sellers, and suspending one. */
import { useCallback, useState } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { type AdminAccountWire, adminAccounts, adminSuspendAccount } from '#shared/contract/admin-people.ts'
import { Button } from '#shared/ui/button.tsx'
import { type Decision, DecisionDialog } from './decision.tsx'
import { List, moment } from './list.tsx'
import { PeopleDialog } from './people-dialog.tsx'
import { Search } from './search.tsx'
import type { TabProps } from './tab-props.ts'

export function SellersTab({ api }: TabProps) {
  const [q, setQ] = useState('')
  const load = useCallback(
    (page: number) => api(adminAccounts, { query: { page, ...(q === '' ? {} : { q }) } }),
    [api, q],
  )
  const pages = usePages<AdminAccountWire>(load)
  const [peopleOf, setPeopleOf] = useState<AdminAccountWire | null>(null)
  const [decision, setDecision] = useState<Decision | null>(null)
  const ask = (row: AdminAccountWire) => {
    const isSuspended = !row.suspended_at
    setDecision({
      title: isSuspended ? `Suspend ${nameOf(row)}` : `Reinstate ${nameOf(row)}`,
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
          <a key="title" href={row.url} target="_blank" rel="noopener" className="underline">
            {nameOf(row)}
          </a>,
          row.active_deals,
          row.suspended_at
            ? `suspended ${moment(row.suspended_at)}`
            : row.is_verified
              ? 'verified'
              : 'active',
          <span key="act" className="flex gap-2">
            <Button size="sm" onClick={() => ask(row)}>
              {row.suspended_at ? 'Release' : 'Suspend'}
            </Button>
            <Button size="sm" onClick={() => setPeopleOf(row)}>
              People
            </Button>
          </span>,
        ]}
      />
      {peopleOf ? (
        <PeopleDialog
          api={api}
          account={peopleOf.id}
          title={nameOf(peopleOf)}
          onClose={() => setPeopleOf(null)}
        />
      ) : null}
      {decision ? <DecisionDialog decision={decision} onClose={() => setDecision(null)} /> : null}
    </>
  )
}

/** Some have no name yet. */
const nameOf = ({ id, title }: AdminAccountWire): string => title.trim() || `Seller ${id}`
