// Loaded before a server of the example installation: its services are found by their names, as they are between containers.
// The names and their addresses are in CONTAINER_NAMES, as JSON; everything else is looked up as ever.
import dns from 'node:dns'

const addresses = new Map(Object.entries(JSON.parse(process.env.CONTAINER_NAMES ?? '{}')))
const { lookup } = dns
const { resolve4, resolve6 } = dns.Resolver.prototype

dns.lookup = (name, options, done) => {
  const answer = done ?? options
  const address = addresses.get(name)
  if (address === undefined) return lookup(name, options, done)
  const isAll = typeof options === 'object' && options.all
  process.nextTick(() => (isAll ? answer(null, [{ address, family: 4 }]) : answer(null, address, 4)))
}

dns.Resolver.prototype.resolve4 = function (name, ...rest) {
  const address = addresses.get(name)
  if (address === undefined) return resolve4.call(this, name, ...rest)
  process.nextTick(() => rest.at(-1)(null, [address]))
}

// None has an address of this kind.
dns.Resolver.prototype.resolve6 = function (name, ...rest) {
  if (!addresses.has(name)) return resolve6.call(this, name, ...rest)
  process.nextTick(() =>
    rest.at(-1)(Object.assign(new Error(`${name} has no IPv6 address`), { code: 'ENODATA' })),
  )
}
