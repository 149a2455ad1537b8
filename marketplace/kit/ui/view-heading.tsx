/** The heading of a view (h1), which the tab is called after. `useViewFocus` moves the focus to it. */
import { createContext, type ReactNode, use, useEffect } from 'react'
import { classNames } from '#shared/ui/class-names.ts'

/** Makes the title of the tab from the name of a view. */
export const TitleContext = createContext<(view: string) => string>((view) => view)

interface ViewHeadingProps {
  name: string
  /** Instead of the name. */
  children?: ReactNode
  className?: string
}

export function ViewHeading({
  name,
  children = name,
  className = 'font-semibold text-lg',
}: ViewHeadingProps) {
  useViewTitle(name)
  return (
    <h1 tabIndex={-1} className={classNames('outline-none', className)}>
      {children}
    </h1>
  )
}

/** For a view whose heading says something else. */
export function useViewTitle(name: string): void {
  const titleOf = use(TitleContext)
  useEffect(() => {
    document.title = titleOf(name)
  }, [titleOf, name])
}
