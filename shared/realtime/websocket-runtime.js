/**
 * What pusher-js runs on in the built messenger: a browser with WebSocket and nothing else. Its own browser runtime brings
 * transports over XHR and script tags that `connect.ts` turns off, a global, and notes in the page's localStorage.
 * Plain JavaScript, since pusher-js's sources are not written for our compiler settings. Stands for their import `runtime`.
 */
import BestConnectedEverStrategy from 'pusher-js/src/core/strategies/best_connected_ever_strategy.ts'
import DelayedStrategy from 'pusher-js/src/core/strategies/delayed_strategy.ts'
import FirstConnectedStrategy from 'pusher-js/src/core/strategies/first_connected_strategy.ts'
import SequentialStrategy from 'pusher-js/src/core/strategies/sequential_strategy.ts'
import Transport from 'pusher-js/src/core/transports/transport.ts'
import { ws as urls } from 'pusher-js/src/core/transports/url_schemes.ts'
import { Network } from 'pusher-js/src/runtimes/web/net_info.ts'

// As in the strategy of pusher-js's own runtimes.
const ATTEMPTS = { loop: true, timeout: 15_000, timeoutLimit: 60_000 }
const TLS_DELAY_MS = 2_000
const PRIORITY = 3

const websocket = new Transport({
  urls,
  handlesActivityChecks: false,
  supportsPing: false,
  isInitialized: () => true,
  isSupported: () => true,
  getSocket,
})

/** pusher-js sends a moment after it decides to. On a socket that was closed in between, a browser would complain on the page's console. */
function getSocket(url) {
  const socket = new WebSocket(url)
  const send = socket.send.bind(socket)
  socket.send = (text) => socket.readyState === 1 && send(text)
  return socket
}

function getDefaultStrategy(config, baseOptions, defineTransport) {
  const options = {
    ...baseOptions,
    hostNonTLS: `${config.wsHost}:${config.wsPort}`,
    hostTLS: `${config.wsHost}:${config.wssPort}`,
    httpPath: config.wsPath,
  }
  // Without its manager, which pings more often after connections that broke: the heartbeat does that in any case.
  const attempts = (name, own) =>
    new SequentialStrategy([defineTransport(config, name, 'ws', PRIORITY, own)], ATTEMPTS)
  const plain = attempts('ws', options)
  const tls = attempts('wss', { ...options, useTLS: true })
  return new FirstConnectedStrategy(
    baseOptions.useTLS
      ? plain
      : new BestConnectedEverStrategy([plain, new DelayedStrategy(tls, { delay: TLS_DELAY_MS })]),
  )
}

function transportConnectionInitializer() {
  this.changeState('initialized')
}

export default {
  getDefaultStrategy,
  Transports: { ws: websocket },
  transportConnectionInitializer,
  setup: (Pusher) => Pusher.ready(),
  getProtocol: () => location.protocol,
  getAuthorizers: () => ({}),
  getLocalStorage: () => undefined,
  getNetwork: () => Network,
  randomInt: (max) => Math.floor(Math.random() * max),
}
