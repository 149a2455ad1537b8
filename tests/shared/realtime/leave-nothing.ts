/** Run as a process of its own by the test: connects, joins, closes. It ends by itself only when nothing is left open. */
import { connectRealtime } from '#shared/realtime/connect.ts'

const [siteOrigin = '', key = '', auth = ''] = process.argv.slice(2)

const realtime = connectRealtime({
  config: { key },
  siteOrigin,
  authorise: async (socketId, channel) => (await fetch(auth, { headers: { socketId, channel } })).json(),
  handlers: { onState: () => {} },
  log: { warn: () => {}, error: () => {} },
})
realtime.join('App.Models.Customer.7', {
  onSubscribed() {
    realtime.close()
    console.log('closed')
  },
  onRefused: (reason) => console.log(reason),
})
