/**
 * `npm run conform -- --api https://host/customer/api --token T`: asks a backend what the messenger asks, prints what differs.
 * Ends with 0 when nothing that is needed differs, 1 when something does, 2 for options that cannot be used.
 */
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { realtimeConfig } from '#shared/contract/realtime-config.ts'
import { conform } from './conform.ts'
import type { Check, Verdict } from './report.ts'

const HELP = `npm run conform -- --api https://host/customer/api --token TOKEN

  --api URL       the element's api-base
  --token TOKEN   a customer's bearer token; or set PLAT_TOKEN, which no list of processes shows
  --account ID    the conversation to look at; without it the first of the list
  --origin URL    the origin of a page that embeds the element: asks whether CORS lets it in,
                  and read every answer
  --realtime JSON the element's realtime-config, like '{"key":"your-key","wsHost":"ws.host"}'; without it
                  GET /broadcasting/config is asked. The socket there is opened on the person's channel
  --key KEY       the key of realtime-config, if it says nothing else
  --prefix NAME   of the channel's name; without it App
  --send TEXT     sends this text once, waits for its event on the socket, repeats it under its key, and
                  marks messages as read
  --json          prints the checks as JSON`

const MARKS: Record<Verdict, string> = {
  ok: 'ok      ',
  differs: 'DIFFERS ',
  advice: 'advice  ',
  'not asked': '–       ',
}
process.exitCode = await main()

async function main(): Promise<number> {
  const values = read()
  const token = values?.token ?? process.env.PLAT_TOKEN
  const realtime = values && realtimeOf(values)
  if (!values || !realtime || values.help || !values.api || !token) {
    console.error(HELP)
    return values?.help ? 0 : 2
  }
  const wrong = wrongIn(values)
  if (wrong) {
    console.error(wrong)
    return 2
  }
  const { api, account, origin, send } = values
  const checks = await conform({
    api,
    token,
    realtime,
    ...(account ? { account: Number(account) } : {}),
    ...(origin ? { origin: new URL(origin).origin } : {}),
    ...(send ? { text: send } : {}),
  })
  console.log(values.json ? JSON.stringify(checks, null, 2) : wordsOf(checks))
  return checks.some(({ verdict }) => verdict === 'differs') ? 1 : 0
}

function read() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      options: {
        api: text,
        token: text,
        account: text,
        origin: text,
        realtime: text,
        key: text,
        prefix: text,
        send: text,
        json: flag,
        help: flag,
      },
    }).values
  } catch (error) {
    console.error((error as Error).message)
    return null
  }
}

/** What cannot be used of what was given, in one line. */
function wrongIn({ api = '', origin, account }: { api?: string; origin?: string; account?: string }) {
  const like = 'it begins with https:// or http://'
  if (!isWebAddress(api)) return `--api is no address: ${api} (${like})`
  if (origin && !isWebAddress(origin)) return `--origin is no address: ${origin} (${like})`
  if (account && !/^[1-9]\d*$/.test(account)) return `--account is no number: ${account}`
  return null
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Null for what cannot be used. */
function realtimeOf({ realtime = '{}', key, prefix }: { realtime?: string; key?: string; prefix?: string }) {
  try {
    const said = z.safeParse(z.partial(realtimeConfig), JSON.parse(realtime))
    if (said.success) return { ...said.data, ...(key && { key }), ...(prefix && { prefix }) }
  } catch {}
  console.error(`--realtime cannot be read: ${realtime}`)
  return null
}

function wordsOf(checks: readonly Check[]): string {
  const lines = checks.flatMap(({ what, verdict, says }) => [
    `${MARKS[verdict]}${what}`,
    ...says.map((line) => `            ${line}`),
  ])
  const differ = checks.filter(({ verdict }) => verdict === 'differs').length
  return [
    ...lines,
    '',
    differ === 0 ? 'Nothing that the messenger needs differs.' : `${differ} of ${checks.length} differ.`,
  ].join('\n')
}
