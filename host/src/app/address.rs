//! Which addresses are of the public internet, and which of this computer and its network: the IANA registries of
//! special-purpose addresses, read so that what is unclear is neither (A10).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

/// What of IPv4 is not public.
const SPECIAL_V4: [Ipv4Net; 15] = [
    v4([0, 0, 0, 0], 8),       // this network, unspecified
    v4([10, 0, 0, 0], 8),      // private
    v4([100, 64, 0, 0], 10),   // behind a provider's NAT
    v4([127, 0, 0, 0], 8),     // loopback
    v4([169, 254, 0, 0], 16),  // link-local, metadata of clouds
    v4([172, 16, 0, 0], 12),   // private
    v4([192, 0, 0, 0], 24),    // protocol assignments
    v4([192, 0, 2, 0], 24),    // documentation
    v4([192, 88, 99, 0], 24),  // 6to4 relays
    v4([192, 168, 0, 0], 16),  // private
    v4([198, 18, 0, 0], 15),   // benchmarks
    v4([198, 51, 100, 0], 24), // documentation
    v4([203, 0, 113, 0], 24),  // documentation
    v4([224, 0, 0, 0], 4),     // multicast
    v4([240, 0, 0, 0], 4),     // reserved, broadcast
];

/// All of IPv6 that is handed out. Loopback, link-local, unique-local, site-local, multicast and discard lie outside.
const GLOBAL_V6: Ipv6Net = v6([0x2000, 0, 0, 0, 0, 0, 0, 0], 3);

/// What of [`GLOBAL_V6`] is not public.
const SPECIAL_V6: [Ipv6Net; 4] = [
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 23), // protocol assignments: Teredo, ORCHID, benchmarks
    v6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32), // documentation
    v6([0x2002, 0, 0, 0, 0, 0, 0, 0], 16), // 6to4: IPv4 in disguise
    v6([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20), // documentation
];

/// IPv4 behind a translator (NAT64): as public as the address that it holds.
const NAT64: Ipv6Net = v6([0x64, 0xff9b, 0, 0, 0, 0, 0, 0], 96);

/// This computer, and what a network of one's own is given (RFC 1918).
const LOCAL_V4: [Ipv4Net; 4] =
    [v4([127, 0, 0, 0], 8), v4([10, 0, 0, 0], 8), v4([172, 16, 0, 0], 12), v4([192, 168, 0, 0], 16)];

/// The same of IPv6 (RFC 4193), besides `::1`.
const LOCAL_V6: Ipv6Net = v6([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7);

/// What of [`LOCAL_V6`] clouds keep for themselves: their machines' metadata, keys among it.
const METADATA_V6: [Ipv6Net; 2] = [v6([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0], 32), v6([0xfd20, 0xce, 0, 0, 0, 0, 0, 0], 32)];

/// Whether this is an address of this computer or its network; link-local ones and those of metadata are not.
pub(super) fn is_local(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => LOCAL_V4.iter().any(|local| local.contains(&address)),
        IpAddr::V6(address) => {
            let metadata = METADATA_V6.iter().any(|metadata| metadata.contains(&address));
            address.is_loopback() || (LOCAL_V6.contains(&address) && !metadata)
        }
    }
}

/// Whether this is an address of the public internet.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) if NAT64.contains(&address) => {
            let [.., a, b, c, d] = address.octets();
            is_public_v4(Ipv4Addr::new(a, b, c, d))
        }
        IpAddr::V6(address) => {
            GLOBAL_V6.contains(&address) && !SPECIAL_V6.iter().any(|special| special.contains(&address))
        }
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !SPECIAL_V4.iter().any(|special| special.contains(&address))
}

const fn v4([a, b, c, d]: [u8; 4], prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn v6([a, b, c, d, e, f, g, h]: [u16; 8], prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, d, e, f, g, h), prefix)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    // A10: the first and last address of each range, and their public neighbours.
    #[test]
    fn special_addresses_are_not_public() {
        for special in [
            "0.0.0.0",
            "0.255.255.255",
            "10.0.0.0",
            "10.255.255.255",
            "100.64.0.0",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.255",
            "169.254.0.0",
            "169.254.169.254",
            "169.254.255.255",
            "172.16.0.0",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.0",
            "192.168.255.255",
            "198.18.0.0",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.7",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::8.8.8.8",
            "::ffff:127.0.0.1",
            "::ffff:10.1.2.3",
            "::ffff:169.254.169.254",
            "::ffff:0:127.0.0.1",
            "64:ff9b::127.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b::169.254.169.254",
            "64:ff9b:1::8.8.8.8",
            "100::1",
            "2001::1",
            "2001:10::1",
            "2001:1ff::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "2002:808:808::1",
            "3fff::1",
            "3fff:fff::1",
            "4000::1",
            "5f00::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
            "1fff::1",
        ] {
            assert!(!is_public(special.parse().unwrap()), "{special}");
        }
    }

    // A10: never public, and local only where it is one's own.
    #[test]
    fn local_addresses_are_ones_own() {
        for local in [
            "127.0.0.1",
            "127.255.255.255",
            "10.0.0.0",
            "10.255.255.255",
            "172.16.0.0",
            "172.31.255.255",
            "192.168.0.0",
            "192.168.255.255",
            "::1",
            "::ffff:10.1.2.3",
            "fc00::1",
            "fd12:3456::1",
            "fdff::1",
        ] {
            let address = local.parse().unwrap();
            assert!(is_local(address) && !is_public(address), "{local}");
        }
        for other in [
            "0.0.0.0",
            "9.255.255.255",
            "11.0.0.0",
            "100.64.0.1",
            "100.100.100.200",
            "169.254.169.254",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.0.192",
            "192.167.255.255",
            "192.169.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "8.8.8.8",
            "::",
            "::ffff:169.254.169.254",
            "64:ff9b::10.0.0.1",
            "2002:a00:1::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "fd00:ec2::254",
            "fd00:ec2::23",
            "fd20:ce::254",
            "2606:4700::1111",
        ] {
            assert!(!is_local(other.parse().unwrap()), "{other}");
        }
    }

    #[test]
    fn their_neighbours_are() {
        for public in [
            "1.0.0.0",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.0.3.0",
            "192.88.98.1",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "203.0.112.1",
            "223.255.255.255",
            "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
            "2001:200::1",
            "2001:db7::1",
            "2001:db9::1",
            "2003::1",
            "2606:4700::1111",
            "2a00:1450::1",
            "3ffe::1",
            "3fff:1000::1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }
}
