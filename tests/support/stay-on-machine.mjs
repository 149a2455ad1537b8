// Loaded before every Node process of a test run: a connection to another machine fails, and so does the run. Names are not even asked
// for. Attempts are written to LEFT_MACHINE, so code that survives a failed call is found as well.
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

const own = new net.BlockList()
own.addSubnet('127.0.0.0', 8, 'ipv4')
for (const { address, family } of [
  ...Object.values(networkInterfaces()).flat(),
  ...[
    { address: '0.0.0.0', family: 'IPv4' },
    { address: '::', family: 'IPv6' },
    { address: '::1', family: 'IPv6' },
  ],
])
  own.addAddress(address.replace(/%.*/, ''), family.toLowerCase())
const ownNames = new Set(['localhost', 'ip6-localhost', hostname()])

const isOwnName = (name) => net.isIP(name) !== 0 || ownNames.has(name) || name.endsWith('.localhost')
const isOwnAddress = (address) => own.check(address, net.isIPv6(address) ? 'ipv6' : 'ipv4')

/** There is no such name (RFC 6761), so nobody is asked. */
const notThere = (name) =>
  name.endsWith('.invalid') &&
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND', hostname: name })

function refusal(to) {
  const error = new Error(`A test may not reach ${to}: only this machine.`)
  const file = process.env.LEFT_MACHINE
  if (file) appendFileSync(file, `${error.stack}\n`)
  return Object.assign(error, { code: 'ENETUNREACH' })
}

const { lookup } = dns
dns.lookup = (name, options, done) => {
  if (!name || isOwnName(name)) return lookup(name, options, done)
  process.nextTick(done ?? options, notThere(name) || refusal(name))
}
const lookupLater = dns.promises.lookup
dns.promises.lookup = async (name, options) => {
  if (!isOwnName(name)) throw notThere(name) || refusal(name)
  return lookupLater(name, options)
}
for (const method of ['resolve4', 'resolve6']) {
  const resolve = dns.Resolver.prototype[method]
  dns.Resolver.prototype[method] = function (name, ...rest) {
    if (isOwnName(name)) return resolve.call(this, name, ...rest)
    process.nextTick(rest.at(-1), notThere(name) || refusal(name))
  }
}

/** Also for a lookup function that was passed in, such as the one that pins a checked address. */
const checked =
  (found = dns.lookup) =>
  (name, options, done) =>
    found(name, options, (error, address, family) => {
      const addresses = Array.isArray(address) ? address.map((one) => one.address) : [address]
      const outside = error ? undefined : addresses.find((one) => !isOwnAddress(one))
      if (outside === undefined) done(error, address, family)
      else done(refusal(outside), [])
    })

const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...args) {
  const [first, second] = args
  // Node's own callers pass options and callback in one marked array.
  const given = Array.isArray(first) ? first[0] : first
  const options =
    typeof given === 'object' ? given : { host: typeof second === 'string' ? second : undefined }
  const isLocal = options?.path || typeof given === 'string'
  const { host = 'localhost' } = options ?? {}
  if (isLocal) return connect.apply(this, args)
  if (net.isIP(host) && !isOwnAddress(host)) {
    this.destroy(refusal(host))
    return this
  }
  if (typeof given === 'object') {
    const safe = { ...given, lookup: checked(given.lookup) }
    if (Array.isArray(first)) first[0] = safe
    else args[0] = safe
  }
  return connect.apply(this, args)
}
syncBuiltinESMExports()
