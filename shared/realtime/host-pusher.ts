/** Looks at the page's own `window.Pusher` before pusher-js is evaluated, which overwrites it. See `pusher-class.ts`. */
export const hostPusher = Object.getOwnPropertyDescriptor(globalThis, 'Pusher')
