/**
 * The former profile page (spec section 2, /profile_prev): the profile's sections on one page for who is logged in. A visitor
 * sees only the way to log in; nothing private stands here for them.
 */

import { useSignals } from '@preact/signals-react/runtime'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { Link, LinkButton } from '#marketplace/buyer/ui/link.tsx'
import { PageFailed, PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { List, ROW, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { PlatScreen } from '#marketplace/buyer/ui/plat-screen.tsx'
import { BRAND } from '#marketplace/kit/brand.ts'
import { identityState } from '#marketplace/kit/identity/identity-states.ts'
import { formatPhone } from '#shared/rules/phone.ts'
import { loginAddress } from '#shared/rules/return-to.ts'
import { TrustPanel } from './trust-panel.tsx'

const TITLE = 'Previous profile'

export default function PreviousPage() {
  useSignals()
  const { user } = useServices()
  const state = user.state.value
  switch (state.phase) {
    case 'unknown':
      return <PagePending />
    case 'unreachable':
      return (
        <PageFailed title={TITLE} onRetry={() => void user.load()}>
          {BRAND} cannot be reached. Check your connection.
        </PageFailed>
      )
    case 'visitor':
      return (
        <PlatScreen
          title={TITLE}
          lot="found"
          actions={
            <LinkButton href={loginAddress('/profile_prev')} variant="primary">
              Log in
            </LinkButton>
          }
        >
          <p>Log in to see your profile.</p>
        </PlatScreen>
      )
    case 'user':
      return <Overview user={state.user} />
  }
}

function Overview({ user }: { user: User }) {
  return (
    <div className="page-column max-w-190 pt-6 pb-18 desk:pt-8">
      <h1 tabIndex={-1} className="font-semibold text-2xl tracking-[-0.024em]">
        {TITLE}
      </h1>
      <p className="mt-1 mb-6 text-text-2">
        Everything on one page. To change something, go to your{' '}
        <Link href="/profile" className="text-link underline">
          profile
        </Link>
        .
      </p>
      <Facts title="Personal details" href="/profile/personal" facts={personal(user)} />
      <Facts title="Phones" href="/profile/phones" facts={phones(user)} />
      <Facts
        title="Security"
        href="/profile/security"
        facts={[['Password', user.hasPassword ? 'Set' : 'None']]}
      />
      <Facts
        title="Identity verification"
        href="/profile/verification"
        facts={[['State', identityState(user.identity.status).title]]}
      />
      <Facts
        title="Notifications"
        href="/profile/notifications"
        facts={[['Emails turned off', String(user.mailTypesOff.length)]]}
      />
      <TrustPanel user={user} />
    </div>
  )
}

type Fact = readonly [label: string, value: string]

function Facts({ title, href, facts }: { title: string; href: string; facts: readonly Fact[] }) {
  return (
    <Section
      title={title}
      action={
        <LinkButton href={href} size="sm" className="pointer-coarse:h-11" aria-label={`Change: ${title}`}>
          Change
        </LinkButton>
      }
    >
      <List>
        {facts.map(([label, value]) => (
          <li key={label} className={ROW}>
            <span className="min-w-0 flex-1 text-sm text-text-2">{label}</span>
            <span className="wrap-anywhere min-w-0 font-medium">{value}</span>
          </li>
        ))}
      </List>
    </Section>
  )
}

const personal = (user: User): readonly Fact[] => [
  ['Name', user.name],
  ['Email', user.email ?? 'None'],
  ['Company', user.company || 'None'],
  ['Time zone', user.timeZone ?? 'Not chosen'],
]

const phones = (user: User): readonly Fact[] =>
  user.phones.length === 0
    ? [['Phones', 'None']]
    : user.phones.map((phone) => [
        formatPhone(phone.number),
        [phone.isDefault ? 'Default' : null, phone.isConfirmed ? 'confirmed' : 'not confirmed']
          .filter(Boolean)
          .join(', '),
      ])
