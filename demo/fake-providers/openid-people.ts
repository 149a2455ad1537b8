/** Who has an account at Plat ID, the demo world's OpenID provider. Anybody else may come with an address of their own. */
import { createHash } from 'node:crypto'
import { CUSTOMERS } from '#demo/seed/people.ts'

export interface OpenIdPerson {
  email: string
  isEmailVerified: boolean
  firstName: string
  lastName: string
}

const [dana] = CUSTOMERS

/** Two strangers, and one whose address has an account at Plat already. */
export const SAMPLE_PEOPLE: readonly OpenIdPerson[] = [
  { email: 'jordan.avery@platid.example', isEmailVerified: true, firstName: 'Jordan', lastName: 'Avery' },
  { email: 'mei.tanaka@platid.example', isEmailVerified: true, firstName: 'Mei', lastName: 'Tanaka' },
  { email: dana?.email ?? '', isEmailVerified: true, firstName: 'Dana', lastName: 'Whitfield' },
]

/** The same person has the same subject for ever. */
export const subjectOf = ({ email }: OpenIdPerson): string =>
  createHash('sha256').update(`plat-id ${email.toLowerCase()}`).digest('base64url')
