/** Lets a page name itself more exactly than the route table can, e.g. by an address it has loaded. */
import { useEffect } from 'react'
import { useServices } from './services-context.tsx'

/** Does nothing while `name` is null. */
export function usePageName(name: string | null): void {
  const { title } = useServices()
  useEffect(() => {
    if (name !== null) title.set(name)
  }, [title, name])
}
