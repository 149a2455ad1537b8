/** A mail server that delivers to the test. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'

export interface MailServer {
  /** For MAIL_URL. */
  readonly url: string
  /** The six digits of the newest mail to this address, once `count` mails have come to it. */
  code(to: string, count: number): Promise<string>
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const delivered: { to: string; source: string }[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString()
        for (const { address } of envelope.rcptTo) delivered.push({ to: address, source })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    async code(to, count) {
      const mails = () => delivered.filter((mail) => mail.to === to)
      await expect.poll(() => mails().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)
      return /\b\d{6}\b/.exec(mails().at(-1)?.source.split('\r\n\r\n').slice(1).join('\n') ?? '')?.[0] ?? ''
    },
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  }
}
