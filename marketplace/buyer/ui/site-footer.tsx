/** The end of pages that scroll: legal pages, help, and the choice of cookies. */
import { Suspense } from 'react'
import { useBackground } from '#marketplace/buyer/platform/background.ts'
import { BRAND } from '#marketplace/kit/brand.ts'
import { lazyPart, Nothing } from './lazy-part.tsx'
import { Link } from './link.tsx'

const SupportContact = lazyPart(
  () => import('./support-contact.tsx').then((file) => ({ default: file.SupportContact })),
  Nothing,
)

/** Their license asks to be named where their data is used. */
const GEONAMES = 'https://www.geonames.org/'
const LICENSE = 'https://creativecommons.org/licenses/by/4.0/'
const LINK = 'target cursor-pointer hover:text-text pointer-coarse:py-2'

export function SiteFooter() {
  const background = useBackground()
  return (
    <footer className="mt-auto pt-14 print:hidden">
      <div className="border-line border-t">
        <div className="page-column flex flex-wrap gap-x-6 gap-y-2 py-5 text-sm text-text-2">
          <span className="pointer-coarse:py-2">© {BRAND}</span>
          <Link href="/help" className={LINK}>
            Help
          </Link>
          {/* Another app of this site. */}
          <a href="/seller/#deals" className={LINK}>
            For sellers
          </a>
          <Suspense>
            <SupportContact className="pointer-coarse:py-2" />
          </Suspense>
          <Link href="/privacy-policy" className={LINK}>
            Privacy policy
          </Link>
          <Link href="/accessibility" className={LINK}>
            Accessibility
          </Link>
          <Link href="/terms-of-service" className={LINK}>
            Terms of service
          </Link>
          <Link href="/imprint" className={LINK}>
            Imprint
          </Link>
          <Link href="/#how" className={LINK}>
            How buying works
          </Link>
          {background ? (
            <button type="button" className={LINK} onClick={() => background.consent.ask()}>
              Cookie choices
            </button>
          ) : null}
          <span className="pointer-coarse:py-2">
            Places:{' '}
            <a href={GEONAMES} target="_blank" rel="noopener" className={LINK}>
              GeoNames
            </a>{' '}
            (
            <a href={LICENSE} target="_blank" rel="noopener" className={LINK}>
              CC BY 4.0
            </a>
            )
          </span>
        </div>
      </div>
    </footer>
  )
}
