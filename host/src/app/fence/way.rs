//! From a granted name to a connection: resolved once, checked, and connected to that very address, so that a name
//! that changes its mind (DNS rebinding) gains nothing.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures::FutureExt;
use futures::future::{BoxFuture, select_ok};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::super::address::{is_local, is_public};
use super::grants::{Place, Zone};

/// How long looking up a name and connecting may take together.
const CONNECT: Duration = Duration::from_secs(10);

/// How long one address has for itself before the next is tried beside it (RFC 8305).
const HEAD_START: Duration = Duration::from_millis(250);

/// Addresses of one name that are tried.
const MAX_ADDRESSES: usize = 8;

/// Looks up a name.
pub(super) type Resolve = Box<dyn Fn(String, u16) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> + Send + Sync>;

/// Why a granted place can't be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoWay {
    #[error("its name leads to an address that is not public")]
    NotPublic,
    #[error("its name leads to another computer")]
    NotLoopback,
    #[error("its name leads to an address that is not of this network")]
    NotLocal,
    #[error("its name leads to an address that nobody reaches from here")]
    Barred,
    #[error("its name is unknown")]
    Unknown,
    #[error("it can't be reached")]
    Unreachable,
    #[error("it did not answer in time")]
    TooSlow,
}

/// The system's resolver.
pub(super) async fn resolve(host: String, port: u16) -> io::Result<Vec<SocketAddr>> {
    Ok(tokio::net::lookup_host((host, port)).await?.collect())
}

/// Connects to `place`.
pub(super) async fn connect(place: &Place, zone: Zone, resolve: &Resolve) -> Result<TcpStream, NoWay> {
    let way = async {
        let found = resolve(place.host.clone(), place.port).await.map_err(|_| NoWay::Unknown)?;
        check(zone, &found)?;
        reach(found).await
    };
    timeout(CONNECT, way).await.unwrap_or(Err(NoWay::TooSlow))
}

/// All addresses must fit: one that does not says that the name is not to be trusted.
fn check(zone: Zone, found: &[SocketAddr]) -> Result<(), NoWay> {
    let mut addresses = found.iter().map(|found| found.ip().to_canonical());
    match zone {
        _ if found.is_empty() => Err(NoWay::Unknown),
        Zone::Public if !addresses.all(is_public) => Err(NoWay::NotPublic),
        Zone::Loopback if !addresses.all(|address| address.is_loopback()) => Err(NoWay::NotLoopback),
        Zone::Local if !addresses.all(is_local) => Err(NoWay::NotLocal),
        Zone::Anywhere if !addresses.all(|address| is_public(address) || is_local(address)) => Err(NoWay::Barred),
        _ => Ok(()),
    }
}

async fn reach(addresses: Vec<SocketAddr>) -> Result<TcpStream, NoWay> {
    let tries = (0..).zip(addresses.into_iter().take(MAX_ADDRESSES)).map(|(turn, address)| {
        async move {
            sleep(HEAD_START * turn).await;
            TcpStream::connect(address).await
        }
        .boxed()
    });
    select_ok(tries).await.map(|(stream, _)| stream).map_err(|_| NoWay::Unreachable)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    // A10
    #[test]
    fn one_address_that_does_not_fit_spoils_the_name() {
        let of = |all: &[&str]| all.iter().map(|one| SocketAddr::new(one.parse().unwrap(), 443)).collect::<Vec<_>>();
        let public = ["8.8.8.8", "2606:4700::1111"];
        assert_eq!(check(Zone::Public, &of(&public)), Ok(()));
        for odd in ["127.0.0.1", "10.0.0.1", "::1", "169.254.169.254", "::ffff:192.168.0.1", "64:ff9b::127.0.0.1"] {
            assert_eq!(check(Zone::Public, &of(&[odd])), Err(NoWay::NotPublic), "{odd}");
            assert_eq!(check(Zone::Public, &of(&[public[0], public[1], odd])), Err(NoWay::NotPublic), "{odd}");
        }
        assert_eq!(check(Zone::Public, &[]), Err(NoWay::Unknown));
        assert_eq!(check(Zone::Loopback, &of(&["127.0.0.1", "::1", "::ffff:127.0.0.2"])), Ok(()));
        for odd in ["8.8.8.8", "10.0.0.1", "169.254.169.254"] {
            assert_eq!(check(Zone::Loopback, &of(&["127.0.0.1", odd])), Err(NoWay::NotLoopback), "{odd}");
        }
        assert_eq!(check(Zone::Loopback, &[]), Err(NoWay::Unknown));
        assert_eq!(check(Zone::Local, &of(&["127.0.0.1", "10.0.0.1", "fd12::1"])), Ok(()));
        assert_eq!(check(Zone::Local, &of(&["10.0.0.1", "8.8.8.8"])), Err(NoWay::NotLocal));
        assert_eq!(check(Zone::Anywhere, &of(&["8.8.8.8", "10.0.0.1", "::1"])), Ok(()));
        for barred in ["169.254.169.254", "fe80::1", "fd00:ec2::254", "::ffff:169.254.169.254", "0.0.0.0", "100.64.0.1"]
        {
            assert_eq!(check(Zone::Local, &of(&[barred])), Err(NoWay::NotLocal), "{barred}");
            assert_eq!(check(Zone::Anywhere, &of(&["8.8.8.8", barred])), Err(NoWay::Barred), "{barred}");
        }
    }
}
