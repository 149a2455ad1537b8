/** "Members and roles": who is on the team, what each role may do, invitations and pauses. Owners change it; others see it. */
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useId, useState } from 'react'
import { focusWrong } from '#marketplace/kit/attempt.ts'
import { shortDayWords } from '#marketplace/kit/date-labels.ts'
import { ResetButton } from '#marketplace/kit/two-step/reset-button.tsx'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Tag } from '#marketplace/kit/ui/tag.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import { useTypedInput } from '#marketplace/kit/use-unsaved.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { CheckField, Section } from '#marketplace/seller/ui/deals/fields.tsx'
import { MEMBER_ROLES, type MemberRole, ROLE_LABELS, roleMay } from '#shared/contract/member-roles.ts'
import type { SellerColleagueWire } from '#shared/contract/seller-company.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { RoleTable } from './role-table.tsx'

export function PeopleSection({ store }: { store: SellerStore }) {
  useSignals()
  // Only owners have them.
  const settings = store.company.company.value
  const mayChange = store.mayChange('settings')
  return (
    <Section title="Members and roles">
      <ul
        aria-label="People"
        className="rounded-md border border-line [&>li+li]:border-line [&>li+li]:border-t"
      >
        {store.company.colleagues.value.map((person) => (
          <Person key={person.id} store={store} person={person} mayChange={mayChange} />
        ))}
      </ul>
      {mayChange ? <InviteForm store={store} /> : null}
      <RoleTable />
      {settings ? (
        <CheckField
          label="Require two-step login for everyone on the team"
          isChecked={settings.requires_two_step}
          onChange={(isRequired) => void store.company.requireTwoStep(isRequired)}
        />
      ) : null}
    </Section>
  )
}

interface PersonProps {
  store: SellerStore
  person: SellerColleagueWire
  mayChange: boolean
}

function Person({ store, person, mayChange }: PersonProps) {
  const { id, name, email, role, conversations, is_invited, has_two_step } = person
  const isOneself = id === store.member.id
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <Avatar name={name} id={id} size={32} />
      <span className="me-auto grid min-w-0">
        <span className="flex flex-wrap items-center gap-2">
          {name}
          {isOneself ? <span className="text-text-3">(you)</span> : null}
          <PersonState person={person} />
        </span>
        <span className="truncate text-sm text-text-3">{email}</span>
        <span className="text-sm text-text-3">
          {conversations === 1 ? '1 conversation' : `${conversations} conversations`}
          {has_two_step ? ', two-step login is on' : ''}
        </span>
      </span>
      {mayChange ? (
        <RoleSelect
          label={`Role of ${name}`}
          value={role}
          onChange={(wanted) => void store.company.setRole(id, wanted)}
        />
      ) : (
        <span className="text-sm text-text-2">{ROLE_LABELS[role]}</span>
      )}
      {mayChange && has_two_step && !isOneself ? (
        <ResetButton name={name} onReset={() => store.company.resetTwoStep(id)}>
          Reset two-step login
        </ResetButton>
      ) : null}
      {mayChange && is_invited ? <InvitationButtons store={store} person={person} /> : null}
      {mayChange && !is_invited && !isOneself ? <PauseButton store={store} person={person} /> : null}
    </li>
  )
}

function PersonState({ person: { is_paused, is_invited, invited_until } }: { person: SellerColleagueWire }) {
  if (is_paused) return <Tag tone="warn">Paused</Tag>
  if (!is_invited) return null
  return <Tag>{invited_until ? `Invited, link ends ${shortDayWords(invited_until)}` : 'Invited'}</Tag>
}

interface RoleSelectProps {
  label: string
  value: MemberRole
  name?: string
  onChange?: (role: MemberRole) => void
}

function RoleSelect({ label, value, name, onChange }: RoleSelectProps) {
  const change = (wanted: string) => {
    const role = MEMBER_ROLES.find((one) => one === wanted)
    if (role) onChange?.(role)
  }
  return (
    <select
      aria-label={label}
      name={name}
      {...(onChange ? { value } : { defaultValue: value })}
      onChange={(event) => change(event.currentTarget.value)}
      className="field-box w-auto!"
    >
      {MEMBER_ROLES.map((one) => (
        <option key={one} value={one}>
          {ROLE_LABELS[one]}
        </option>
      ))}
    </select>
  )
}

function InviteForm({ store }: { store: SellerStore }) {
  useSignals()
  const errors = store.company.errors.value
  const { isBusy, during } = useBusy()
  const typed = useTypedInput()
  const id = useId()
  const problemId = useId()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const invited = store.company.invite({
      name: String(given.get('name')),
      email: String(given.get('email')),
      role: MEMBER_ROLES.find((one) => one === given.get('role')) ?? 'agent',
    })
    if (await during(invited)) form.reset()
    else focusWrong()
  }
  return (
    <form
      ref={typed}
      aria-labelledby={id}
      onSubmit={(event) => void submit(event)}
      className="flex flex-wrap items-end gap-2"
    >
      <h3 id={id} className="w-full font-medium text-sm">
        Invite somebody
      </h3>
      <FormProblem
        id={problemId}
        className="w-full"
        message={[errors['invitation.name'], errors['invitation.email']].filter(Boolean).join(' ')}
      />
      <label className="grid min-w-40 flex-1 gap-1 text-sm">
        Name
        <input
          name="name"
          required
          maxLength={100}
          autoComplete="off"
          className="field-box"
          aria-invalid={errors['invitation.name'] ? true : undefined}
          aria-describedby={problemId}
        />
      </label>
      <label className="grid min-w-40 flex-1 gap-1 text-sm">
        Email
        <input
          name="email"
          type="email"
          required
          autoComplete="off"
          className="field-box"
          aria-invalid={errors['invitation.email'] ? true : undefined}
          aria-describedby={problemId}
        />
      </label>
      <RoleSelect label="Role" name="role" value="agent" />
      <Button type="submit" isBusy={isBusy}>
        Invite
      </Button>
    </form>
  )
}

function InvitationButtons({ store, person: { id, name } }: Omit<PersonProps, 'mayChange'>) {
  return (
    <>
      <Button size="sm" aria-label={`Resend to ${name}`} onClick={() => void store.company.inviteAgain(id)}>
        Resend
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Withdraw the invitation of ${name}`}
        onClick={() => void store.company.withdrawInvitation(id)}
      >
        Withdraw
      </Button>
    </>
  )
}

function PauseButton({ store, person }: Omit<PersonProps, 'mayChange'>) {
  const [isOpen, setOpen] = useState(false)
  const { id, name, is_paused } = person
  if (is_paused)
    return (
      <Button
        size="sm"
        aria-label={`Resume ${name}`}
        onClick={() => void store.company.pause(id, { is_paused: false })}
      >
        Resume
      </Button>
    )
  return (
    <>
      <Button size="sm" aria-label={`Pause ${name}`} onClick={() => setOpen(true)}>
        Pause
      </Button>
      {isOpen ? <PauseDialog store={store} person={person} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function PauseDialog({ store, person, onClose }: Omit<PersonProps, 'mayChange'> & { onClose: () => void }) {
  useSignals()
  const [heir, setHeir] = useState('')
  const { isBusy, during } = useBusy()
  const { id, name, conversations } = person
  const others = store.company.colleagues.value.filter(
    (one) => one.id !== id && !one.is_paused && !one.is_invited && roleMay(one.role, 'reply'),
  )
  const pause = async () => {
    const paused = store.company.pause(id, {
      is_paused: true,
      reassign_to: heir === '' ? null : Number(heir),
    })
    if (await during(paused)) onClose()
  }
  return (
    <ConfirmDialog
      title={`Pause ${name}?`}
      confirmLabel="Pause"
      isBusy={isBusy}
      error={store.company.errorMessage.value}
      onConfirm={() => void pause()}
      onCancel={onClose}
    >
      <p className="text-sm">{name} is logged out everywhere and can’t log in until you resume them.</p>
      {conversations > 0 ? (
        <label className="grid gap-1 text-sm">
          {conversations === 1
            ? 'Assign their conversation to'
            : `Assign their ${conversations} conversations to`}
          <select value={heir} onChange={(event) => setHeir(event.currentTarget.value)} className="field-box">
            <option value="">Nobody in particular</option>
            {others.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </ConfirmDialog>
  )
}
