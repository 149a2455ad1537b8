/** The mark: the installation's logo, or survey lots with one marked lot. */
import { LOGO } from '#marketplace/kit/brand.ts'

/** Decorative; put the name next to it or name the link around it. */
export function BrandMark({ logo = LOGO }: { logo?: string | null }) {
  // The height is a class, because the base styles overrule the attribute and a drawn page has no inline styles.
  if (logo !== null) return <img src={logo} alt="" className="h-5.5 max-w-30 flex-none object-contain" />
  return (
    <svg width={22} height={22} viewBox="0 0 24 24" fill="none" aria-hidden="true" className="flex-none">
      <path d="M2.5 2.5h19v19h-19z" stroke="currentColor" strokeWidth="2" />
      <path d="M9.5 2.5v11.5M2.5 14h19M15 14v7.5" stroke="currentColor" strokeWidth="2" />
      <path d="M10.5 3.5h10V13h-10z" className="fill-flag" />
    </svg>
  )
}
