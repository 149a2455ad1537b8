/** Lets the component that r2wc mounts find its element's host object, since no property goes through r2wc. */
import { App } from '../ui/app.tsx'
import type { MessengerHost } from '../ui/host.ts'

const hosts = new WeakMap<object, MessengerHost>()

/** `container` is the element's shadow root. */
export function putHost(container: object, host: MessengerHost): void {
  hosts.set(container, host)
}

export function Screen({ container }: { container?: object }) {
  const host = container ? hosts.get(container) : undefined
  return host ? <App host={host} /> : null
}
