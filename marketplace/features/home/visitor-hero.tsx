/** What a visitor reads first. */
import { LinkButton } from '#marketplace/ui/link.tsx'
import { Hero } from './hero.tsx'

export function VisitorHero() {
  return (
    <Hero title="Off-market houses, priced against ARV">
      <p className="mt-3.5 max-w-[34em] text-lg text-text-2 leading-6.5">
        Every deal shows asking price, after-repair value and the spread between them. Message the seller in
        one thread.
      </p>
      <div className="mt-6.5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <LinkButton href="/register" variant="primary" size="lg" className="px-6">
          Create account
        </LinkButton>
        <p className="text-sm text-text-3">
          The map, the list of deals and offers open with a later release.
        </p>
      </div>
    </Hero>
  )
}
