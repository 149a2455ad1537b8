/** Sellers: suspending one, its people, and its accepted offers while it is suspended. */
import { useCallback, useState } from 'react'
import { capitalWords } from '#marketplace/admin/audit-labels.ts'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { STATE_WORDS } from '#marketplace/kit/offer-labels.ts'
import { ResetButton } from '#marketplace/kit/two-step/reset-button.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import {
  type AdminAccountWire,
  adminAccounts,
  adminBoundOffers,
  adminMoveOffer,
  adminSuspendAccount,
  adminVerifyAccount,
  type BoundOfferWire,
} from '#shared/contract/admin-people.ts'
import { adminDecideMemberIdentity } from '#shared/contract/seller-identity.ts'
import { adminAccountMembers, adminResetMember, type TeammateWire } from '#shared/contract/two-step.ts'
import { STATE_BY_ABBR } from '#shared/rules/states.ts'
import { Button } from '#shared/ui/button.tsx'
import { Applications } from './applications.tsx'
import { type Decision, DecisionDialog } from './decision.tsx'
import { IdentityButtons, identityDecision } from './identity-decision.tsx'
import { List } from './list.tsx'
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
  const [offersOf, setOffersOf] = useState<AdminAccountWire | null>(null)
  const [decision, setDecision] = useState<Decision | null>(null)
  const ask = (row: AdminAccountWire) => {
    const suspends = !isSuspended(row)
    setDecision({
      title: suspends ? `Suspend ${nameOf(row)}` : `Reinstate ${nameOf(row)}`,
      action: suspends ? 'Suspend' : 'Reinstate',
      about: suspends
        ? 'Its people are logged out and its deals are taken down. You sign and close its accepted offers under Offers.'
        : 'Its people can log in again and list its deals again.',
      run: async (reason) => {
        await api(adminSuspendAccount, {
          params: { account: row.id },
          body: { is_suspended: suspends, reason },
        })
      },
    })
  }
  const verify = (row: AdminAccountWire) =>
    setDecision({
      title: row.is_verified ? `Remove the verification of ${nameOf(row)}` : `Verify ${nameOf(row)}`,
      action: row.is_verified ? 'Remove' : 'Verify',
      about: row.is_verified
        ? 'Its deals no longer show that it is verified.'
        : `${recordOf(row)} Check that record and who runs the company first: People shows whose ID was verified. Its deals then show that it is verified.`,
      reasonLabel: row.is_verified ? 'Reason' : 'What you checked',
      run: async (reason) => {
        await api(adminVerifyAccount, {
          params: { account: row.id },
          body: { is_verified: !row.is_verified, reason },
        })
      },
    })
  return (
    <>
      <Applications api={api} />
      <h2 className="pt-4 font-semibold text-md">All sellers</h2>
      <Search label="Name of a seller" onSearch={setQ} />
      <List
        pages={pages}
        label="All sellers"
        columns={['Seller', 'Deals listed', 'State', 'Actions']}
        empty={q === '' ? 'No sellers yet. Invite the first one above.' : 'No seller has this name.'}
        keyOf={({ id }) => id}
        cells={(row) => [
          <a key="title" href={row.url} target="_blank" rel="noopener" className="target underline">
            {nameOf(row)}
          </a>,
          row.active_deals,
          stateOf(row),
          <span key="act" className="flex gap-2">
            {row.closed_at ? null : (
              <Button size="sm" onClick={() => ask(row)}>
                {isSuspended(row) ? 'Reinstate' : 'Suspend'}
              </Button>
            )}
            <Button size="sm" onClick={() => verify(row)}>
              {row.is_verified ? 'Remove verification' : 'Verify'}
            </Button>
            <Button size="sm" onClick={() => setPeopleOf(row)}>
              People
            </Button>
            <Button size="sm" onClick={() => setOffersOf(row)}>
              Offers
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
      {offersOf ? (
        <OffersDialog
          api={api}
          account={offersOf.id}
          title={nameOf(offersOf)}
          onClose={() => setOffersOf(null)}
        />
      ) : null}
      {decision ? (
        <DecisionDialog decision={decision} onAnswer={pages.reload} onClose={() => setDecision(null)} />
      ) : null}
    </>
  )
}

/** By what its public record is found. */
function recordOf({ registration_state: state, ein }: AdminAccountWire): string {
  const where = state ? (STATE_BY_ABBR.get(state)?.name ?? state) : null
  if (!where && !ein) return 'It has given neither a state of registration nor an EIN.'
  return `${where ? `Registered in ${where}` : 'No state of registration'}, ${ein ? `EIN ${ein}` : 'no EIN'}.`
}

/** By staff; not one that an owner closes. */
const isSuspended = ({ suspended_at, closes_at }: AdminAccountWire): boolean =>
  suspended_at != null && closes_at == null

function stateOf({ is_verified, suspended_at, closes_at, closed_at }: AdminAccountWire): string {
  if (closed_at) return `Closed ${momentWords(closed_at)}`
  if (closes_at) return `An owner closes it; data deleted ${momentWords(closes_at)}`
  if (suspended_at) return `Suspended ${momentWords(suspended_at)}`
  return is_verified ? 'Verified' : 'Active'
}

/** Some have no name yet. */
const nameOf = ({ id, title }: AdminAccountWire): string => title.trim() || `Seller ${id}`

interface OfSellerProps extends TabProps {
  account: number
  title: string
  onClose: () => void
}

/** The people of a seller: identity checks that wait, and the two-step login of one who has no colleague to ask. */
function PeopleDialog({ api, account, title, onClose }: OfSellerProps) {
  const load = useCallback(() => api(adminAccountMembers, { params: { account } }), [api, account])
  const pages = usePages<TeammateWire>(load)
  const [decision, setDecision] = useState<Decision | null>(null)
  const reset = ({ id }: TeammateWire) =>
    api(adminResetMember, { params: { member: id } }).finally(pages.reload)
  const decide = ({ id, name }: TeammateWire, decided: 'success' | 'failed') =>
    setDecision({
      ...identityDecision(name, decided),
      run: async (reason) => {
        await api(adminDecideMemberIdentity, {
          params: { member: id },
          body: { decision: decided, reason },
        })
      },
    })
  if (decision)
    return <DecisionDialog decision={decision} onAnswer={pages.reload} onClose={() => setDecision(null)} />
  return (
    <Modal title={`People of ${title}`} onClose={onClose}>
      <List
        pages={pages}
        columns={['Name', 'Identity', 'Two-step login']}
        empty="Nobody."
        keyOf={({ id }) => id}
        cells={(row) => [
          <span key="name" className="grid">
            {row.name}
            <span className="text-text-3">{row.email}</span>
          </span>,
          <span key="identity" className="flex flex-wrap items-center gap-2">
            {capitalWords(row.identity ?? 'not_started')}
            {row.identity === 'pending_review' ? (
              <IdentityButtons onDecide={(decided) => decide(row, decided)} />
            ) : null}
          </span>,
          <ResetButton key="reset" name={row.name} isDisabled={!row.has_two_step} onReset={() => reset(row)}>
            Reset
          </ResetButton>,
        ]}
      />
    </Modal>
  )
}

const MOVES = {
  sign: 'Mark contract signed',
  close: 'Mark closed',
  refuse_release: 'Refuse release',
  fall_through: 'Mark fallen through',
} as const

/** Accepted offers of a seller. A suspended one cannot log in, so staff make the seller's moves. */
function OffersDialog({ api, account, title, onClose }: OfSellerProps) {
  const load = useCallback(
    (page: number) => api(adminBoundOffers, { params: { account }, query: { page } }),
    [api, account],
  )
  const pages = usePages<BoundOfferWire>(load)
  const [decision, setDecision] = useState<Decision | null>(null)
  const ask = ({ id, version }: BoundOfferWire, action: BoundOfferWire['moves'][number]) =>
    setDecision({
      title: `${MOVES[action]} for ${title}`,
      action: MOVES[action],
      reasonLabel: 'Reason, shown to the buyer',
      run: async (reason) => {
        await api(adminMoveOffer, { params: { offer: id }, body: { action, version, reason } })
      },
    })
  if (decision)
    return <DecisionDialog decision={decision} onAnswer={pages.reload} onClose={() => setDecision(null)} />
  return (
    <Modal title={`Accepted offers of ${title}`} onClose={onClose}>
      <List
        pages={pages}
        columns={['Deal', 'Buyer', 'State', 'For the seller']}
        empty="No accepted offers."
        keyOf={({ id }) => id}
        cells={(row) => [
          row.property.name,
          row.customer.name,
          <span key="state" className="grid">
            {STATE_WORDS[row.state]}
            {row.release_reason === null ? null : (
              <span className="text-text-3">Asks to be released: {row.release_reason}</span>
            )}
          </span>,
          <span key="act" className="flex flex-wrap gap-2">
            {row.moves.map((move) => (
              <Button key={move} size="sm" onClick={() => ask(row, move)}>
                {MOVES[move]}
              </Button>
            ))}
            {row.moves.length === 0 ? 'The seller answers' : null}
          </span>,
        ]}
      />
    </Modal>
  )
}
