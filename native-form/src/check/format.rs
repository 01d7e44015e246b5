//! The four formats that are enforced (SCH-09, SCH-10).

use jiff::civil;

/// A format of the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Email,
    Uri,
    Date,
    DateTime,
}

impl Format {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "email" => Self::Email,
            "uri" => Self::Uri,
            "date" => Self::Date,
            "date-time" => Self::DateTime,
            _ => return None,
        })
    }

    pub(crate) fn accepts(self, text: &str) -> bool {
        match self {
            Self::Email => is_email(text),
            Self::Uri => is_uri(text),
            Self::Date => is_date(text),
            Self::DateTime => is_date_time(text),
        }
    }

    /// The lengths that texts of this format can have.
    pub(crate) fn lengths(self) -> (u64, u64) {
        match self {
            Self::Email => (3, MAX_ADDRESS as u64),
            Self::Uri => (2, u64::MAX),
            Self::Date => (10, 10),
            Self::DateTime => (20, u64::MAX),
        }
    }
}

/// RFC 5321: what an address can measure as a whole, and before the `@`.
const MAX_ADDRESS: usize = 254;
const MAX_LOCAL: usize = 64;

/// RFC 5321 mailbox, ASCII.
pub(crate) fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    text.is_ascii() && text.len() <= MAX_ADDRESS && local.len() <= MAX_LOCAL && is_local(local) && is_domain(domain)
}

fn is_local(local: &str) -> bool {
    if let Some(quoted) = local.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        let mut escaped = false;
        let printable = quoted.bytes().all(|b| {
            let legal = (b' '..=b'~').contains(&b) && (escaped || b != b'"');
            escaped = !escaped && b == b'\\';
            legal
        });
        return printable && !escaped && local.len() >= 2;
    }
    let atom = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b))
    };
    local.split('.').all(atom)
}

fn is_domain(domain: &str) -> bool {
    if let Some(literal) = domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return match literal.strip_prefix("IPv6:") {
            Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
            None => literal.parse::<std::net::Ipv4Addr>().is_ok(),
        };
    }
    let label = |part: &str| {
        (1..=63).contains(&part.len())
            && !part.starts_with('-')
            && !part.ends_with('-')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    domain.split('.').all(label)
}

/// RFC 3986 with a scheme; an IRI is none.
pub(crate) fn is_uri(text: &str) -> bool {
    fluent_uri::Uri::parse(text).is_ok()
}

/// RFC 3339 `full-date`: a day of the calendar.
pub(crate) fn is_date(text: &str) -> bool {
    let b = text.as_bytes();
    if b.len() != 10 || b[4] != b'-' || b[7] != b'-' {
        return false;
    }
    let (Some(year), Some(month), Some(day)) = (digits(&b[..4]), digits(&b[5..7]), digits(&b[8..])) else {
        return false;
    };
    let (Ok(month), Ok(day)) = (i8::try_from(month), i8::try_from(day)) else { return false };
    civil::Date::new(year, month, day).is_ok()
}

/// RFC 3339 `date-time`: with `T`, seconds and an offset.
pub(crate) fn is_date_time(text: &str) -> bool {
    let b = text.as_bytes();
    if !text.is_ascii() || b.len() < 20 || !is_date(&text[..10]) || !matches!(b[10], b'T' | b't') {
        return false;
    }
    if b[13] != b':' || b[16] != b':' {
        return false;
    }
    let (Some(hour), Some(minute), Some(second)) = (digits(&b[11..13]), digits(&b[14..16]), digits(&b[17..19])) else {
        return false;
    };
    let mut rest = &b[19..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let length = fraction.iter().take_while(|b| b.is_ascii_digit()).count();
        if length == 0 {
            return false;
        }
        rest = &fraction[length..];
    }
    let Some(offset) = offset(rest) else { return false };
    let leap_second = second == 60 && (hour * 60 + minute - offset).rem_euclid(24 * 60) == 23 * 60 + 59;
    hour < 24 && minute < 60 && (second < 60 || leap_second)
}

/// The time of a day and a time, without its offset, where the day is one and the time is none.
pub(crate) fn wrong_time(text: &str) -> Option<&str> {
    let day = text.get(..10).filter(|day| is_date(day))?;
    let rest = text[day.len()..].strip_prefix(['T', 't'])?;
    let time = &rest[..rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len())];
    (!time.is_empty() && !is_time(time)).then_some(time)
}

/// Hours and minutes, with or without seconds and a fraction of them.
fn is_time(text: &str) -> bool {
    let (clock, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let parts: Vec<&str> = clock.split(':').collect();
    let within = |part: &&str, most: i16| part.len() == 2 && digits(part.as_bytes()).is_some_and(|n| n <= most);
    let fractional = !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
    match parts.as_slice() {
        [hour, minute] => within(hour, 23) && within(minute, 59) && !text.contains('.'),
        [hour, minute, second] => within(hour, 23) && within(minute, 59) && within(second, 60) && fractional,
        _ => false,
    }
}

/// Minutes east of UTC.
fn offset(b: &[u8]) -> Option<i16> {
    match b {
        b"Z" | b"z" => Some(0),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let (hours, minutes) = (digits(&[*h1, *h2])?, digits(&[*m1, *m2])?);
            let sum = hours * 60 + minutes;
            (hours < 24 && minutes < 60).then_some(if *sign == b'-' { -sum } else { sum })
        }
        _ => None,
    }
}

/// At most four digits.
fn digits(b: &[u8]) -> Option<i16> {
    b.iter().try_fold(0_i16, |sum, b| b.is_ascii_digit().then(|| sum * 10 + i16::from(b - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(accepts: fn(&str) -> bool, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!(accepts(text), "{text} should be accepted");
        }
        for text in bad {
            assert!(!accepts(text), "{text} should not be accepted");
        }
    }

    // SCH-09
    #[test]
    fn emails() {
        all(
            is_email,
            &["a.b+c@sub.example.com", "a@b", "\"a b\"@example.org", "joe@[127.0.0.1]", "joe@[IPv6:::1]", "~x@a.de"],
            &[
                "",
                "a",
                "a@",
                "@b",
                "a b@example.com",
                "a@b c",
                ".a@b.c",
                "a.@b.c",
                "a..b@c.d",
                "a@-b.c",
                "a@b..c",
                "a@b.c ",
                "ä@b.c",
                "a@bücher.example",
                "a@b@c",
                "a@b=c.d",
                "\"a\"b\"@c.d",
                "a@b.c\n",
                "\"@b",
                "a@[1.2.3]",
            ],
        );
    }

    // SCH-09
    #[test]
    fn uris() {
        all(
            is_uri,
            &["mailto:a@example.com", "https://example.org/a?b#c", "urn:isbn:1", "http://[::1]:80/", "a:", "file:///x"],
            &[
                "",
                "/path",
                "example.org",
                "https://exämple.com",
                "https://a b",
                "https://a/%zz",
                "//x/y",
                "1a:b",
                "a:b\n",
                "https://a/\\",
                "https://a/<b>",
                "http://[::1",
                ":x",
            ],
        );
    }

    // SCH-10
    #[test]
    fn dates_and_times() {
        all(
            is_date,
            &["2028-02-29", "2026-12-31", "2000-02-29"],
            &[
                "2026-02-29",
                "1900-02-29",
                "2026/02/28",
                "2026-2-8",
                "2026-13-01",
                "2026-00-01",
                "2026-04-31",
                "2026-02-28T00:00:00Z",
                "٢٠٢٦-٠٢-٢٨",
                "2026-02-28 ",
                "+026-02-28",
                "",
            ],
        );
        all(
            is_date_time,
            &[
                "2026-02-28T10:00:00Z",
                "2026-02-28T10:00:00.123456Z",
                "2026-02-28T10:00:00+05:30",
                "1998-12-31T23:59:60Z",
                "1998-12-31T15:59:60.5-08:00",
                "2026-02-28t10:00:00z",
                "2026-02-28T10:00:00-00:00",
            ],
            &[
                "2026-02-28T10:00",
                "2026-02-28T10:00:00",
                "2026-02-28 10:00:00Z",
                "2026-02-28T10:00Z",
                "2026-02-30T10:00:00Z",
                "2026-02-28T24:00:00Z",
                "2026-02-28T10:60:00Z",
                "2026-02-28T10:00:61Z",
                "1998-12-31T22:59:60Z",
                "2026-02-28T10:00:00.Z",
                "2026-02-28T10:00:00+0530",
                "2026-02-28T10:00:00+24:00",
                "2026-02-28T10:00:00Zx",
                "2026-02-28T10:00:00é",
                "2026-02-28",
            ],
        );
    }
}
