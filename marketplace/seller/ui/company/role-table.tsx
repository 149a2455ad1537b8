/** What each role of a team may do: the table by which the server decides. */
import { MEMBER_ROLES, type MemberRole, PERMISSIONS, ROLE_LABELS } from '#shared/contract/member-roles.ts'

export function RoleTable() {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">What each role may do</caption>
        <thead>
          <tr className="border-line border-b text-text-3 text-xs">
            <th scope="col" className="py-1.5 pe-3 text-start font-medium">
              May
            </th>
            {MEMBER_ROLES.map((role) => (
              <th key={role} scope="col" className="px-2 py-1.5 font-medium">
                {ROLE_LABELS[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <RoleRow label="See everything" may={() => true} />
          {Object.entries(PERMISSIONS).map(([permission, { label, roles }]) => (
            <RoleRow
              key={permission}
              label={label}
              may={(role) => (roles as readonly MemberRole[]).includes(role)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const RoleRow = ({ label, may }: { label: string; may: (role: MemberRole) => boolean }) => (
  <tr className="border-line border-b">
    <th scope="row" className="py-1.5 pe-3 text-start font-regular">
      {label}
    </th>
    {MEMBER_ROLES.map((role) => (
      <td key={role} className="px-2 py-1.5 text-center text-text-2">
        {may(role) ? 'Yes' : 'No'}
      </td>
    ))}
  </tr>
)
