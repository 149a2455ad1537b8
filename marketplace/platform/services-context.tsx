/** Hands the services to the components. */
import { createContext, type ReactNode, use } from 'react'
import type { Services } from './services.ts'

const ServicesContext = createContext<Services | null>(null)

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return <ServicesContext value={services}>{children}</ServicesContext>
}

/** Throws when there is no provider above: then the composition is wrong. */
export function useServices(): Services {
  const services = use(ServicesContext)
  if (services === null) throw new Error('useServices needs a ServicesProvider above it')
  return services
}
