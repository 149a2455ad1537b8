/** Sellers who want to join: inviting one, approving, declining. */
import { type FormEvent, useCallback, useState } from 'react'
import { usePages } from '#marketplace/admin/use-pages.ts'
import { momentWords } from '#marketplace/kit/date-labels.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useAction } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import {
  adminApplications,
  adminDecideApplication,
  adminInviteSeller,
  SELLER_KINDS,
  type SellerApplicationWire,
} from '#shared/contract/seller-join.ts'
import { Button } from '#shared/ui/button.tsx'
import { type Decision, DecisionDialog } from './decision.tsx'
import { List } from './list.tsx'
import type { TabProps } from './tab-props.ts'

export function Applications({ api }: TabProps) {
  const load = useCallback(() => api(adminApplications, {}), [api])
  const pages = usePages<SellerApplicationWire>(load)
  const [decision, setDecision] = useState<Decision | null>(null)
  const decide = (row: SellerApplicationWire, isApproved: boolean) =>
    setDecision({
      title: `${isApproved ? 'Approve' : 'Decline'} ${row.company ?? row.email}`,
      action: isApproved ? 'Approve' : 'Decline',
      about: isApproved
        ? `${row.email} gets a link to open the account. It works for 7 days.`
        : `${row.email} gets an email with the reason.`,
      needsReason: !isApproved,
      run: async (reason) => {
        await api(adminDecideApplication, {
          params: { application: row.id },
          body: { is_approved: isApproved, state: row.state, ...(isApproved ? {} : { reason }) },
        })
      },
    })
  return (
    <section aria-label="Sellers who want to join" className="grid gap-3">
      <h2 className="font-semibold text-md">Sellers who want to join</h2>
      <InviteForm api={api} onInvited={pages.reload} />
      <List
        pages={pages}
        label="Sellers who want to join"
        columns={['Company', 'Person', 'Since', 'Actions']}
        empty="No sellers are waiting."
        keyOf={({ id }) => id}
        cells={(row) => [
          <span key="company" className="grid">
            {row.company ?? 'Invited'}
            <span className="text-text-3">{row.kind ? SELLER_KINDS[row.kind] : ''}</span>
          </span>,
          <span key="person" className="grid">
            {row.name ?? ''}
            <span className="text-text-3">{[row.email, row.phone].filter(Boolean).join(', ')}</span>
          </span>,
          momentWords(row.created_at),
          <span key="act" className="flex gap-2">
            <Button size="sm" onClick={() => decide(row, true)}>
              {row.state === 'approved' ? 'Resend' : 'Approve'}
            </Button>
            <Button size="sm" onClick={() => decide(row, false)}>
              Decline
            </Button>
          </span>,
        ]}
      />
      {decision ? (
        <DecisionDialog decision={decision} onAnswer={pages.reload} onClose={() => setDecision(null)} />
      ) : null}
    </section>
  )
}

function InviteForm({ api, onInvited }: TabProps & { onInvited: () => void }) {
  const { isBusy, errorMessage, run, marks, problemId } = useAction()
  const typed = useTypedInput()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    await run(async () => {
      await api(adminInviteSeller, { body: { email: String(new FormData(form).get('email')) } })
      form.reset()
      onInvited()
    })
  }
  return (
    <form ref={typed} onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-2">
      <label className="grid gap-1 text-sm">
        Email of a seller to invite
        <input {...marks('email')} name="email" type="email" required className="field-box" />
      </label>
      <Button type="submit" isBusy={isBusy}>
        Invite
      </Button>
      <FormProblem id={problemId} className="w-full" message={errorMessage} />
    </form>
  )
}
