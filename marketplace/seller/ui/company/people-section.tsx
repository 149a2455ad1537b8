/** The people at the desk and what each may do. */
import { useSignals } from '@preact/signals-react/runtime'
import { ResetButton } from '#marketplace/kit/two-step/reset-button.tsx'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import { CheckField, Section } from '#marketplace/seller/ui/deals/fields.tsx'
import { MEMBER_ROLES, type MemberRole } from '#shared/contract/desk-company.ts'

const ROLE_WORDS: Readonly<Record<MemberRole, string>> = {
  administrator: 'Administrator',
  manager: 'Manager',
}

export function PeopleSection({ desk }: { desk: DeskStore }) {
  useSignals()
  // Only administrators have them.
  const settings = desk.company.company.value
  const mayChange = desk.member.role !== 'manager'
  return (
    <Section
      title="People at this desk"
      intro="A manager answers buyers, edits deals and sees to offers. Settings and buyers’ data are an administrator’s."
    >
      <ul
        aria-label="People"
        className="rounded-md border border-line [&>li+li]:border-line [&>li+li]:border-t"
      >
        {desk.company.colleagues.value.map(({ id, name, role, has_two_step }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2.5">
            <span className="me-auto">
              {name}
              {id === desk.member.id ? <span className="text-text-3"> (you)</span> : null}
              {has_two_step ? <span className="block text-sm text-text-3">Two-step login is on</span> : null}
            </span>
            {mayChange ? (
              <select
                aria-label={`Role of ${name}`}
                value={role}
                onChange={(event) => {
                  const wanted = MEMBER_ROLES.find((one) => one === event.currentTarget.value)
                  if (wanted) void desk.company.setRole(id, wanted)
                }}
                className="field-box w-auto!"
              >
                {MEMBER_ROLES.map((one) => (
                  <option key={one} value={one}>
                    {ROLE_WORDS[one]}
                  </option>
                ))}
              </select>
            ) : (
              <span className="text-sm text-text-2">{ROLE_WORDS[role]}</span>
            )}
            {mayChange && has_two_step && id !== desk.member.id ? (
              <ResetButton name={name} onReset={() => desk.company.resetTwoStep(id)}>
                Reset two-step login
              </ResetButton>
            ) : null}
          </li>
        ))}
      </ul>
      {settings ? (
        <CheckField
          label="Require two-step login for everyone on the team"
          isChecked={settings.requires_two_step}
          onChange={(isRequired) => void desk.company.requireTwoStep(isRequired)}
        />
      ) : null}
    </Section>
  )
}
