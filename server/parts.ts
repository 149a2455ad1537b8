/** The outside services as this installation has them: each embedded unless the settings name a real one. */
import type { FastifyBaseLogger } from 'fastify'
import type { BillingProvider, BillingSettings } from './billing/billing-provider.ts'
import { createBillingProvider } from './billing/create-billing-provider.ts'
import type { Captcha, CaptchaSettings } from './captcha/captcha.ts'
import { createCaptcha } from './captcha/create-captcha.ts'
import type { Database } from './database/open.ts'
import { createFileStore, type FileSettings, type FileStore } from './files/file-store.ts'
import { createVirusScanner, type VirusScanner } from './files/virus-scan.ts'
import type { Site } from './http/site.ts'
import { createIdentityProvider } from './identity/create-identity-provider.ts'
import type { IdentityProvider, IdentitySettings } from './identity/identity-provider.ts'
import { createMailer } from './mail/create-mailer.ts'
import type { Mailer, MailSettings } from './mail/mailer.ts'
import { createMarketSource } from './market/create-market-source.ts'
import type { MarketSettings, MarketSource } from './market/market-source.ts'
import { createGeocoder } from './places/create-geocoder.ts'
import type { Geocoder, PlacesSettings } from './places/geocoder.ts'
import type { MapSettings } from './plumbing/map-settings.ts'
import type { ScriptSettings } from './plumbing/script-settings.ts'
import { createPushSender } from './push/create-push-sender.ts'
import type { PushSender, PushSettings } from './push/push-sender.ts'
import { createSmsSender } from './sms/create-sms-sender.ts'
import type { SmsSender, SmsSettings } from './sms/sms-sender.ts'
import { createSocialNetworks } from './social/create-social-networks.ts'
import type { SocialNetwork, SocialNetworks } from './social/social-networks.ts'
import { createWebhookCaller, type WebhookCaller, type WebhookSettings } from './webhooks/caller.ts'

export interface PartsSettings {
  mail: MailSettings
  sms: SmsSettings
  /** Without them: the services of the browsers' makers alone. */
  push?: PushSettings
  captcha: CaptchaSettings
  identity: IdentitySettings
  billing: BillingSettings
  social: readonly SocialNetwork[]
  places: PlacesSettings
  market: MarketSettings
  files: FileSettings
  scripts: ScriptSettings
  /** Without them: public addresses alone. */
  webhooks?: WebhookSettings
  /** Without them: the map that comes with the app. */
  maps?: MapSettings
}

/** Nothing outside is called. A test asks for no captcha unless it is about one. */
export const EMBEDDED_PARTS: PartsSettings = {
  mail: { driver: 'outbox' },
  sms: { driver: 'outbox' },
  captcha: { driver: 'none' },
  identity: { driver: 'embedded' },
  billing: { driver: 'embedded' },
  social: [],
  places: { driver: 'gazetteer' },
  market: { driver: 'embedded' },
  files: { driver: 'memory' },
  scripts: {},
}

export interface Parts {
  mailer: Mailer
  sms: SmsSender
  push: PushSender
  captcha: Captcha
  identity: IdentityProvider
  billing: BillingProvider
  social: SocialNetworks
  geocoder: Geocoder
  market: MarketSource
  /** Files of deals, offers and people. */
  files: FileStore
  virusScanner: VirusScanner
  scripts: ScriptSettings
  webhooks: WebhookCaller
  /** Without them: the map that comes with the app. */
  maps?: MapSettings
}

export interface PartsDeps {
  db: Database
  log: FastifyBaseLogger
  site: Site
  /** Signs what parts make for themselves. */
  secret: string
}

export function createParts(settings: PartsSettings, deps: PartsDeps): Parts {
  return {
    mailer: createMailer(settings.mail, deps),
    sms: createSmsSender(settings.sms, deps),
    push: createPushSender(settings.push ?? { alsoHosts: [] }, deps),
    captcha: createCaptcha(settings.captcha, deps),
    identity: createIdentityProvider(settings.identity, deps),
    billing: createBillingProvider(settings.billing, deps),
    social: createSocialNetworks(settings.social),
    geocoder: createGeocoder(settings.places),
    market: createMarketSource(settings.market),
    files: createFileStore(settings.files),
    virusScanner: createVirusScanner(),
    scripts: settings.scripts,
    webhooks: createWebhookCaller(settings.webhooks ?? { alsoHosts: [] }),
    ...(settings.maps ? { maps: settings.maps } : {}),
  }
}
