/** Third-party scripts an installation may load in the browser. Absent means never. */
import { RECURLY_API_URL, RECURLY_SCRIPT_URL } from '#server/core/config/known-addresses.ts'

export interface ScriptSettings {
  supportChat?: { src: string; appId: string | null }
  billing?: { src: string; publicKey: string | null }
  identity?: { src: string }
  tagManager?: { src: string; containerId: string | null }
}

/** As `getConfigs` says them. */
export const scriptsWire = ({ supportChat, billing, identity, tagManager }: ScriptSettings) => ({
  support_chat: supportChat ? { src: supportChat.src, app_id: supportChat.appId } : null,
  billing: billing ? { src: billing.src, public_key: billing.publicKey } : null,
  identity: identity ? { src: identity.src } : null,
  tag_manager: tagManager ? { src: tagManager.src, container_id: tagManager.containerId } : null,
})

/** The origins of the scripts that are configured, for the content security policy of the app's document. */
export function scriptOrigins(settings: ScriptSettings): string[] {
  const scripts = [settings.supportChat, settings.billing, settings.identity, settings.tagManager]
  const origins = scripts.flatMap((script) => (script ? [new URL(script.src).origin] : []))
  const isRecurly = origins.includes(new URL(RECURLY_SCRIPT_URL).origin)
  return [...new Set([...origins, ...(isRecurly ? [RECURLY_API_URL] : [])])]
}
