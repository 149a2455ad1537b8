/** What the server needs to reach people's devices: the browsers' own push services (RFC 8030), which need no account. */

export interface PushDevice {
  /** The address its push service gave this browser. */
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushNotice {
  /** At most about 3,900 bytes. */
  payload: string
  /** Not given to a device that comes back later than this. */
  ttlSeconds: number
}

export interface PushSender {
  /** The key that browsers subscribe with. */
  publicKey(): Promise<string>
  /** Whether such an address belongs to a push service; anything else is never called. */
  isKnown(endpoint: string): boolean
  /** False when the device is gone for good. Rejects when its service did not take it. */
  send(device: PushDevice, notice: PushNotice): Promise<boolean>
}
