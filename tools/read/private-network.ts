import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** Addresses of RFC 1918, RFC 6598 (carriers and VPNs), RFC 4193 and this machine. Link-local ones are left out. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addSubnet('100.64.0.0', 10);
PRIVATE.addSubnet('127.0.0.0', 8);
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addAddress('::1', 'ipv6');

const isPrivate = (address: string): boolean => PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether a host of a URL is a public IP address. Returns false for a name, whose addresses `privateLookup` checks. */
export const isPublicAddress = (host: string): boolean => {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 && !isPrivate(address);
};

/** Error code of a name that has no private address. */
export const PUBLIC_ADDRESS = 'PUBLIC_ADDRESS';

/** `lookup` option of HTTP requests that resolves a host name to its private addresses only. Fails if it has none. */
export const privateLookup: LookupFunction = (host, options: LookupOptions, done) => {
  dns.lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '', 0);
    const reachable = addresses.filter(({ address }) => isPrivate(address));
    const [first] = reachable;
    if (first === undefined)
      return done(Object.assign(new Error(PUBLIC_ADDRESS), { code: PUBLIC_ADDRESS }), '', 0);
    if (options.all) done(null, reachable);
    else done(null, first.address, first.family);
  });
};
