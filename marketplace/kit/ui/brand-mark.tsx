/** The mark: the installation's logo, or survey lots with one marked lot. */
import { LOGO } from '#marketplace/kit/brand.ts'

/** Decorative; put the name next to it or name the link around it. `size` in px. */
export function BrandMark({ size = 22 }: { size?: number }) {
  if (LOGO !== null) return <img src={LOGO} alt="" height={size} className="max-w-30 flex-none" />
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" className="flex-none">
      <path d="M2.5 2.5h19v19h-19z" stroke="currentColor" strokeWidth="2" />
      <path d="M9.5 2.5v11.5M2.5 14h19M15 14v7.5" stroke="currentColor" strokeWidth="2" />
      <path d="M10.5 3.5h10V13h-10z" className="fill-flag" />
    </svg>
  )
}
