/** What the app itself asks for (spec section 7, Client plumbing): public settings, dictionaries, what was looked at. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { UI_EVENTS_PER_CALL } from './limits.ts'
import { amount, id, instant, maybe } from './wire.ts'

/** A third party's script. Nothing of it is loaded unless it stands here. */
const scripts = z.object({
  support_chat: maybe(z.object({ src: z.string(), app_id: maybe(z.string()) })),
  billing: maybe(z.object({ src: z.string(), public_key: maybe(z.string()) })),
  identity: maybe(z.object({ src: z.string() })),
  tag_manager: maybe(z.object({ src: z.string(), container_id: maybe(z.string()) })),
})

export const supportContact = z.object({
  email: maybe(z.string()),
  phone: maybe(z.string()),
  /** When they answer, e.g. `Monday to Friday, 9 AM to 5 PM CT`. */
  hours: maybe(z.string()),
})
export type SupportContactWire = z.output<typeof supportContact>

/** Whose map lies under the deals. `style` is any MapLibre style; `google` needs a key of theirs. */
const maps = z.object({
  driver: z.enum(['built_in', 'style', 'google']),
  style_url: maybe(z.string()),
  key: maybe(z.string()),
})

export const getConfigs = endpoint({
  name: 'getConfigs',
  method: 'GET',
  path: '/configs',
  auth: 'none',
  spec: ['GET /customer/api/configs'],
  summary: 'Business constants and the outside services of this installation. Contains no secrets.',
  reply: z.object({
    platform_fee: amount(),
    offers_per_deposit_limit: amount(),
    /** Ours, all below. */
    terms_version: maybe(z.string()),
    social_networks: maybe(z.array(z.object({ network: z.string(), name: z.string() }))),
    scripts: maybe(scripts),
    deposit_amount_cents: maybe(z.int()),
    top_up: maybe(z.object({ min_cents: z.int(), max_cents: z.int(), presets_cents: z.array(z.int()) })),
    /** Who takes cards. `embedded` has its own page of fields at `fields_url`; `recurly` loads its script with the public key. */
    billing: maybe(
      z.object({
        driver: z.enum(['embedded', 'recurly']),
        fields_url: maybe(z.string()),
        public_key: maybe(z.string()),
      }),
    ),
    /** Who answers when somebody needs help; null when nobody is named. */
    support: maybe(supportContact),
    /** Of the company that runs the site, in one line. */
    postal_address: maybe(z.string()),
    /** Null or built_in: the map that comes with the app. */
    maps: maybe(maps),
  }),
})

const option = z.object({ id: id(), label: z.string() })

export const getDictionaries = endpoint({
  name: 'getDictionaries',
  method: 'GET',
  path: '/dictionaries',
  auth: 'none',
  spec: ['GET /customer/api/dictionaries'],
  summary: 'Property types, parking types and property tags, as dropdown options.',
  reply: z.object({
    propertyTypes: z.array(option),
    parkingTypes: z.array(option),
    propertyTags: z.array(option),
  }),
})

/** One thing somebody looked at (spec section 3, UI event). */
export const uiEvent = z.object({
  event_type_slug: z.enum(['property_viewed', 'property_image_viewed']),
  session_id: z.string().check(z.minLength(8), z.maxLength(64)),
  userId: maybe(id()),
  lastActivity: instant(),
  createdAt: instant(),
  activityStart: instant(),
  property_id: id(),
  image_id: maybe(id()),
})
export type UiEventWire = z.output<typeof uiEvent>

export const pushUiEvents = endpoint({
  name: 'pushUiEvents',
  method: 'POST',
  path: '/ui-events',
  at: 'site',
  auth: 'none',
  spec: ['POST /ui-events'],
  summary: 'Report views, by beacon or post. One view of a property counts once per session.',
  body: z.object({ events: z.array(uiEvent).check(z.minLength(1), z.maxLength(UI_EVENTS_PER_CALL)) }),
  reply: z.unknown(),
  status: 204,
})

/** What `/builds/latest.json` says: asked hourly, and when the tab is looked at again (spec sections 4 and 9). */
export const latestBuild = z.object({ id: z.string(), timestamp: z.number() })
/** What `/builds/meta/{id}.json` says: the routes of the build with their payload files. */
export const buildMeta = z.object({
  id: z.string(),
  timestamp: z.number(),
  routes: z.record(z.string(), z.string()),
})
/** A route's payload file: what its head says and which files it needs. */
export const routePayload = z.object({
  path: z.string(),
  title: z.string(),
  description: z.string(),
  robots: z.string(),
  modules: z.array(z.string()),
})
