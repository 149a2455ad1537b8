/** The people at the desk and what each may do. */
import { useSignals } from '@preact/signals-react/runtime'
import type { DeskStore } from '#demo/desk/desk-model.ts'
import { Section } from '#demo/desk/ui/deals/fields.tsx'
import { MEMBER_ROLES, type MemberRole } from '#shared/contract/desk-company.ts'

const ROLE_WORDS: Readonly<Record<MemberRole, string>> = {
  administrator: 'Administrator',
  manager: 'Manager',
}

export function PeopleSection({ desk }: { desk: DeskStore }) {
  useSignals()
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
        {desk.company.colleagues.value.map(({ id, name, role }) => (
          <li key={id} className="flex items-center gap-3 px-4 py-2.5">
            <span className="me-auto">
              {name}
              {id === desk.member.id ? <span className="text-text-3"> (you)</span> : null}
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
          </li>
        ))}
      </ul>
    </Section>
  )
}
