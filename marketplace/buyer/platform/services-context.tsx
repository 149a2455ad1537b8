/** Hands the services to the components. */
import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { UnsavedContext } from '#marketplace/kit/use-unsaved.ts'
import type { Services } from './services.ts'

export const ServicesContext = createContext<Services | null>(null)

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return (
    <ServicesContext value={services}>
      <UnsavedContext value={services.unsaved}>{children}</UnsavedContext>
    </ServicesContext>
  )
}

/** Throws when there is no provider above: then the composition is wrong. */
export function useServices(): Services {
  const services = use(ServicesContext)
  if (services === null) throw new Error('useServices needs a ServicesProvider above it')
  return services
}

/** Runs the latest `run` when the server answers again after it was away. */
export function useWhenBack(run: () => void): void {
  const { connection } = useServices()
  const latest = useRef(run)
  latest.current = run
  useEffect(() => connection.onBack(() => latest.current()), [connection])
}
