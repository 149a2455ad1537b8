/** `plat-messenger` and `plat-messenger/element`: the class, its events and its types. Importing it registers nothing. */
export type { TokenProvider, TokenReason } from '../chat/token-provider.ts'
export { definePlatMessenger } from '../element/define.ts'
export type { PlatMessengerEventMap, PlatMessengerEventName } from '../element/events.ts'
export type { PlatMessengerAttributes } from '../element/jsx.ts'
export { PlatMessengerElement } from '../element/messenger-element.ts'
