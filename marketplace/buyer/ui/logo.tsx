/** The brand as a link home. */
import { BRAND } from '#marketplace/kit/brand.ts'
import { BrandMark } from '#marketplace/kit/ui/brand-mark.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { Link } from './link.tsx'

export function Logo({ className }: { className?: string }) {
  return (
    <Link
      href="/"
      className={classNames(
        'inline-flex items-center gap-2.25 font-strong text-lg tracking-[-0.03em]',
        className,
      )}
    >
      <BrandMark />
      <span className="text-[1.125rem]">{BRAND}</span>
    </Link>
  )
}
