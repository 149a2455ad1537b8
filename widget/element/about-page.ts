/** What a page says it is about, as it goes along with a message that is written there. */
import { CONTEXT_TITLE_MAX_LENGTH } from '#shared/contract/key-limits.ts'
import type { About } from '#shared/thread/model.ts'
import type { PageContext } from './page-context.ts'

export const aboutPage = (property: number | null, context: PageContext): About => ({
  ...(property && { property_id: property }),
  ...(context && { context: context === true ? thisPage() : context }),
})

/** Without its query and what follows #, which may hold what is nobody's business. */
const thisPage = () => ({
  title: document.title.slice(0, CONTEXT_TITLE_MAX_LENGTH),
  url: location.origin + location.pathname,
})
