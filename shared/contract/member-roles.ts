/** Who on a seller's team may do what: the one table that server and pages read. */

/** On the wire an owner is an `administrator`, as before there were four roles. */
export const MEMBER_ROLES = ['administrator', 'manager', 'agent', 'read_only'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** As people read them. */
export const ROLE_LABELS: Readonly<Record<MemberRole, string>> = {
  administrator: 'Owner',
  manager: 'Manager',
  agent: 'Agent',
  read_only: 'Read-only',
}

/** What a call of the seller's app needs besides a login. A call that declares none of these is open to every role. */
export const PERMISSIONS = {
  reply: {
    label: 'Reply to buyers, answer requests, hold open houses',
    roles: ['administrator', 'manager', 'agent'],
  },
  offers: { label: 'Accept, counter and close offers', roles: ['administrator', 'manager'] },
  deals: { label: 'Publish and change deals', roles: ['administrator', 'manager'] },
  outreach: { label: 'Send blasts and digests, answer reviews', roles: ['administrator', 'manager'] },
  settings: { label: 'Change settings, keys, people and buyers’ data', roles: ['administrator'] },
} as const satisfies Record<string, { label: string; roles: readonly MemberRole[] }>
export type Permission = keyof typeof PERMISSIONS

export const roleMay = (role: MemberRole, permission: Permission): boolean =>
  (PERMISSIONS[permission].roles as readonly MemberRole[]).includes(role)
