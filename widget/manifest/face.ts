/** The shape of what an embedder can hold on to, and the one object that says all of it. Documentation, manifest and tests read it; no page does. */
import { ATTRIBUTES, EVENTS, METHODS, PROPERTIES } from './element-face.ts'
import { LAUNCHER } from './launcher-face.ts'
import { CSS_PROPERTIES, PARTS, SLOTS } from './look-face.ts'
import { REALTIME } from './realtime-face.ts'

export const FACE = {
  tag: 'plat-messenger',
  className: 'PlatMessengerElement',
  attributes: ATTRIBUTES,
  properties: PROPERTIES,
  methods: METHODS,
  events: EVENTS,
  slots: SLOTS,
  parts: PARTS,
  cssProperties: CSS_PROPERTIES,
  launcher: LAUNCHER,
  realtime: REALTIME,
} as const

export type Face = typeof FACE
