/**
 * `npm run conform -- --api https://host/customer/api --token T`: asks a backend what the messenger asks, prints what differs.
 * Ends with 0 when nothing that is needed differs, 1 when something does, 2 for options that cannot be used.
 */
import { parseArgs } from 'node:util'
import { type Check, conform, type Verdict } from './conform.ts'

const HELP = `npm run conform -- --api https://host/customer/api --token TOKEN

  --api URL       the element's api-base
  --token TOKEN   a customer's bearer token; or set PLAT_TOKEN, which no list of processes shows
  --account ID    the conversation to look at; without it the first of the list
  --origin URL    the origin of a page that embeds the element: asks whether CORS lets it in
  --key KEY       the key of realtime-config: asks whether channels are signed for it
  --prefix NAME   of the channel's name; without it App
  --send TEXT     sends this text once, repeats it under its key, and marks messages as read
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
  if (!values || values.help || !values.api || !token || !URL.canParse(values.api)) {
    console.error(HELP)
    return values?.help ? 0 : 2
  }
  const { api, account, origin, key, prefix, send } = values
  const checks = await conform({
    api,
    token,
    ...(account ? { account: Number(account) } : {}),
    ...(origin ? { origin: new URL(origin).origin } : {}),
    ...(key ? { key } : {}),
    ...(prefix ? { prefix } : {}),
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
