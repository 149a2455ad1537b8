/** The one door of the messenger: registration, the element's type, its events and its types for JSX. */

export type { TokenProvider } from './chat/token-provider.ts'
export { definePlatMessenger } from './element/define.ts'
export type { PlatMessengerEventMap, PlatMessengerEventName } from './element/events.ts'
export type { PlatMessengerAttributes } from './element/jsx.ts'
export type { PlatMessengerElement } from './element/messenger-element.ts'
