/** The outside services as this installation has them: each embedded unless the settings name a real one. */
import {
  createGuardedClient,
  type EgressSettings,
  type GuardedClient,
} from '#server/core/egress/guarded-client.ts'
import type { SupportContact } from '#server/core/http/site.ts'
import type { BillingProvider, BillingSettings } from './billing/billing-provider.ts'
import { createBillingProvider } from './billing/create-billing-provider.ts'
import type { Captcha, CaptchaSettings } from './captcha/captcha.ts'
import { createCaptcha } from './captcha/create-captcha.ts'
import { createFileStore, type FileSettings } from './files/create-file-store.ts'
import type { FileStore } from './files/file-store.ts'
import {
  createUploadGate,
  createVirusScanner,
  type UploadGate,
  type VirusScanSettings,
} from './files/virus-scan.ts'
import type { VirusScanner } from './files/virus-scanner.ts'
import { createIdentityProvider } from './identity/create-identity-provider.ts'
import type { IdentityProvider, IdentitySettings } from './identity/identity-provider.ts'
import { createMailer } from './mail/create-mailer.ts'
import type { Mailer, MailSettings } from './mail/mailer.ts'
import type { InboundMail } from './mail/reply-address.ts'
import { createMarketSource } from './market/create-market-source.ts'
import type { MarketSettings, MarketSource } from './market/market-source.ts'
import type { PartsDeps } from './parts-deps.ts'
import { createGeocoder } from './places/create-geocoder.ts'
import type { Geocoder, PlacesSettings } from './places/geocoder.ts'
import type { MapSettings } from './places/map-settings.ts'
import { createPushSender } from './push/create-push-sender.ts'
import type { PushSender } from './push/push-sender.ts'
import type { ScriptSettings } from './script-settings.ts'
import { createSmsSender } from './sms/create-sms-sender.ts'
import type { SmsSender, SmsSettings } from './sms/sms-sender.ts'
import { createSocialNetworks } from './social/create-social-networks.ts'
import type { SocialNetwork, SocialNetworks } from './social/social-networks.ts'

export interface PartsSettings {
  mail: MailSettings
  sms: SmsSettings
  /** Without them: the services of the browsers' makers alone. */
  push?: EgressSettings
  captcha: CaptchaSettings
  identity: IdentitySettings
  billing: BillingSettings
  social: readonly SocialNetwork[]
  places: PlacesSettings
  market: MarketSettings
  files: FileSettings
  /** Without them: the substitute, which finds no real virus. */
  virusScan?: VirusScanSettings
  scripts: ScriptSettings
  /** Without them: public addresses alone. */
  webhooks?: EgressSettings
  /** Without them: the map that comes with the app. */
  maps?: MapSettings
  /** Without them mails cannot be answered. */
  inboundMail?: InboundMail
  /** Without them nobody is named. */
  support?: SupportContact
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
  /** Checks uploads before they are stored. */
  uploadGate: UploadGate
  scripts: ScriptSettings
  webhooks: GuardedClient
  /** Without them: the map that comes with the app. */
  maps?: MapSettings
  /** Without them mails cannot be answered. */
  inboundMail?: InboundMail
}

export function createParts(settings: PartsSettings, deps: PartsDeps): Parts {
  const { virusScan = { driver: 'embedded' } } = settings
  const virusScanner = createVirusScanner(virusScan)
  const isRequired = virusScan.driver === 'embedded' || virusScan.isRequired
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
    virusScanner,
    uploadGate: createUploadGate(virusScanner, { isRequired, log: deps.log }),
    scripts: settings.scripts,
    webhooks: createGuardedClient(settings.webhooks ?? { alsoHosts: [] }),
    ...(settings.maps ? { maps: settings.maps } : {}),
    ...(settings.inboundMail ? { inboundMail: settings.inboundMail } : {}),
  }
}
