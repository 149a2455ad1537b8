/** Links inside the marketplace: followed without a page load, fetching their page's code as soon as they are pointed at. */
import { type ComponentProps, createContext, use } from 'react'
import { Link as RouterLink, useLocation } from 'wouter'
import { type ButtonProps, buttonClass } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'

/** Fetches the code of the page at a path; what it answers does not matter. Set by the app, which knows the routes. */
export const PrefetchContext = createContext<(href: string) => void>(() => {})

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  href: string
  replace?: boolean
  /** Kept with the new entry of the history. */
  state?: unknown
}

export function Link({ href, replace, ...rest }: LinkProps) {
  const prefetch = use(PrefetchContext)
  const [here] = useLocation()
  // The browser itself goes to an anchor of this page, and remembers that it did.
  if (href.startsWith(`${here}#`)) return <a href={href} {...rest} />
  return (
    <RouterLink
      href={href}
      {...(replace ? { replace } : {})}
      onPointerEnter={() => prefetch(href)}
      onFocus={() => prefetch(href)}
      {...rest}
    />
  )
}

export function LinkButton({
  variant = 'secondary',
  size = 'md',
  isBlock = false,
  className,
  ...rest
}: LinkProps & Pick<ButtonProps, 'variant' | 'size' | 'isBlock'>) {
  return <Link {...rest} className={classNames(buttonClass({ variant, size, isBlock }), className)} />
}
