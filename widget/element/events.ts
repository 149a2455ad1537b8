/** The events a host page hears. They bubble and cross shadow boundaries; none carries a token or a message's text. */

export interface PlatMessengerEventMap {
  /** The messenger is authorised and has begun to load. */
  'plat-messenger:ready': CustomEvent<Record<string, never>>
  /** Unread messages over all conversations, whenever the number changes. */
  'plat-messenger:unread': CustomEvent<{ count: number }>
  /** Another conversation is open, or none. */
  'plat-messenger:conversation': CustomEvent<{ accountId: number | null }>
  /** The server has a message that was written here. */
  'plat-messenger:sent': CustomEvent<{ accountId: number; messageId: number }>
  /** A message with a property is on the screen; the slot `property-{messageId}` on its card is free. */
  'plat-messenger:property': CustomEvent<{ propertyId: number; messageId: number }>
  /** There is no usable token: hand in a new one. */
  'plat-messenger:auth-required': CustomEvent<{ reason: 'missing' | 'refused' | 'expired' }>
  'plat-messenger:error': CustomEvent<{ code: string; message: string }>
  /** The close button of a messenger with `closable` was pressed. */
  'plat-messenger:close': CustomEvent<Record<string, never>>
}

export type PlatMessengerEventName = keyof PlatMessengerEventMap

export function emitFrom<N extends PlatMessengerEventName>(
  element: EventTarget,
  name: N,
  detail: PlatMessengerEventMap[N]['detail'],
): void {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
}
