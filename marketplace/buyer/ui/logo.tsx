/** The brand as a link home. */
import { BRAND, LOGO } from '#marketplace/kit/brand.ts'
import { BrandMark } from '#marketplace/kit/ui/brand-mark.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { Link } from './link.tsx'

interface LogoProps {
  className?: string
  name?: string
  logo?: string | null
}

/** `name` and `logo` for who draws it without a document. */
export function Logo({ className, name = BRAND, logo = LOGO }: LogoProps) {
  return (
    <Link
      href="/"
      className={classNames(
        'inline-flex items-center gap-2.25 font-strong text-lg tracking-[-0.03em]',
        className,
      )}
    >
      <BrandMark logo={logo} />
      <span className="text-[1.125rem]">{name}</span>
    </Link>
  )
}
