/** Home: what Plat is for a visitor, what is new for who is logged in. */
import { useSignals } from '@preact/signals-react/runtime'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { PagePending } from '#marketplace/ui/page-state.tsx'
import { SiteFooter } from '#marketplace/ui/site-footer.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { UserHero } from './user-hero.tsx'
import { VisitorHero } from './visitor-hero.tsx'

export default function HomePage() {
  useSignals()
  const state = useServices().user.state.value
  if (state.phase === 'unknown') return <PagePending />
  return (
    <>
      {state.phase === 'user' ? <UserHero user={state.user} /> : <VisitorHero />}
      <HowItWorks />
      <SiteFooter />
    </>
  )
}
