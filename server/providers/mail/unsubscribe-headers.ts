/** The headers by which a mail program offers to unsubscribe with one press (RFC 8058). */
import type { Mail } from './mailer.ts'

export const unsubscribeHeaders = ({ unsubscribe }: Mail): Record<string, string> =>
  unsubscribe
    ? {
        'List-Unsubscribe': `<${unsubscribe.url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    : {}
