/** Content security policies of documents. For the buyers' app: the strict one of all pages, plus configured third parties. */
import type { CaptchaSettings } from '#server/providers/captcha/captcha.ts'
import { type MapSettings, mapSources } from '#server/providers/places/map-settings.ts'
import { type ScriptSettings, scriptOrigins } from '#server/providers/script-settings.ts'

/** Null when nothing is configured: the server's usual policy is right then. */
export function documentPolicy(
  settings: ScriptSettings,
  captcha?: CaptchaSettings,
  maps?: MapSettings,
): string | null {
  const origins = scriptOrigins(settings)
  const google = captcha?.driver === 'recaptcha' ? RECAPTCHA : NOTHING
  if (origins.length === 0 && google === NOTHING && !maps) return null
  const map = mapSources(maps)
  const from = (...sources: readonly string[]) => [...sources, ...origins].join(' ')
  return [
    "default-src 'none'",
    `script-src ${from("'self'", ...google.scripts, ...map.scripts)}`,
    ["style-src 'self'", ...map.styles].join(' '),
    `img-src ${from("'self'", 'data:', 'blob:', ...map.images)}`,
    ["font-src 'self'", ...map.fonts].join(' '),
    `connect-src ${from("'self'", ...google.calls, ...map.calls)}`,
    `frame-src ${from("'self'", ...google.frames)}`,
    ["worker-src 'self'", ...map.workers].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}

interface Sources {
  scripts: readonly string[]
  frames: readonly string[]
  calls: readonly string[]
}

const NOTHING: Sources = { scripts: [], frames: [], calls: [] }

/** What Google asks for (reCAPTCHA's FAQ), by path: the rest of these hosts is full of other people's scripts. */
const RECAPTCHA: Sources = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  calls: ['https://www.google.com/recaptcha/'],
}

/**
 * For the seller's app and the console: no frames, and no text becomes markup or script. Trusted Types policies may be created only where
 * Google's script is configured, which needs its own, and in the seller's app for the script that shows notices.
 */
export function workAppPolicy(app: 'seller' | 'admin', captcha?: CaptchaSettings): string {
  const isGoogle = captcha?.driver === 'recaptcha'
  const { scripts, frames, calls } = isGoogle ? RECAPTCHA : NOTHING
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...calls].join(' '),
    ...(isGoogle ? [['frame-src', ...frames].join(' ')] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ...(isGoogle ? [] : [`trusted-types ${TRUSTED_TYPES[app]}`]),
  ].join('; ')
}

/** The name is that of marketplace/kit/notifications/browser-notices.ts, which asks for it each time somebody turns notices on. */
const TRUSTED_TYPES = { seller: "plat-notices 'allow-duplicates'", admin: "'none'" }
